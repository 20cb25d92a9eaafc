import Armory

/// A screen that creates, configures and arranges its views, and the same screen that receives them.
///
/// View controllers often look like the first one: it cannot show another title, and a test cannot replace its views.
enum FightScreen {
    class View {
        var color = "clear"
        var text = ""
        var top = 0
        var height = 0
        var lines: [String] { ["\(top)-\(top + height): \(color) \"\(text)\""] }
    }

    /// Nothing is inverted: the controller knows every view, and all its details.
    class FightViewController {
        private(set) var views: [View] = []

        func viewDidLoad() {
            let background = View()
            background.color = "red"
            background.height = 101
            views.append(background)

            let title = View()
            title.text = "The fight"
            title.height = 56
            views.append(title)

            let knightList = View()
            knightList.text = "\(InAContainer.Knight(armor: .init(boots: Boots(), pants: Pants(), helmet: Helmet())))"
            knightList.top = 56
            knightList.height = 45
            views.append(knightList)
        }
    }

    final class Background: View {}
    final class TitleView: View {}

    final class KnightList: View {
        init(knight: InAContainer.Knight) {
            super.init()
            text = "\(knight)"
        }
    }

    /// Inverted: the controller arranges the views that it receives.
    final class InvertedFightViewController {
        let views: [View]

        init(background: Background, title: TitleView, knightList: KnightList) {
            knightList.top = title.height
            background.height = title.height + knightList.height
            views = [background, title, knightList]
        }
    }

    static let wiring = Module("fight") {
        InAContainer.wiring
        Transient { Background() }.inject { background, _ in background.color = "red" }
        Transient { TitleView() }.inject { title, _ in
            title.text = "The fight"
            title.height = 56
        }
        Transient(KnightList.init).inject { list, _ in list.height = 45 }
        Transient(InvertedFightViewController.init)
    }

    static func tell() throws {
        let controller = FightViewController()
        controller.viewDidLoad()
        let screen = try Container { wiring }
        let inverted = try screen.resolve(InvertedFightViewController.self)
        print(try screen.resolve(InAContainer.Knight.self))
        for line in inverted.views.flatMap(\.lines) { print(line) }
        print("the same as by hand: \(inverted.views.flatMap(\.lines) == controller.views.flatMap(\.lines))")

        let finale = try screen.overriding {
            Transient { TitleView() }.inject { title, _ in
                title.text = "The last fight"
                title.height = 56
            }
        }
        print("another title: \(try finale.resolve(InvertedFightViewController.self).views[1].text)")
    }
}
