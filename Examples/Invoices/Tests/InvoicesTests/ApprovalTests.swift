// The same in XCTest.

import Armory
import ArmoryTesting
import HummingbirdTesting
import InvoicesCore
import XCTest

final class ApprovalTests: XCTestCase {
    func testAnApproverApproves() async throws {
        try await withTestContainer(program(), .sharingNothing) { container in
            _ = try await container.resolve(InvoiceStore.self).add(to: "north", customer: "Mill", cents: 4900)
            let token = try await container.resolve(Issuer.self).token(for: bo)
            try await invoicesApplication(in: container).test(.router) { client in
                let answer = try await client.send(.post, "/invoices/1/approval", token: token)
                XCTAssertEqual(answer.status, .ok)
            }
            let lines = try await container.resolve(FakeAudit.self).lines
            XCTAssertEqual(lines, ["bo of north: approved 1"])
        }
    }
}
