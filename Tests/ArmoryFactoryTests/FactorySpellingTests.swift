import ArmoryFactory
import XCTest

final class SpellingTests: XCTestCase {}
