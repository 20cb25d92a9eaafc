// Checks the graph of a story without running the story: swift package check-graph

import Armory
import ArmoryCheck
import StoriesCore

@main struct CheckStories: GraphCheck {
    static var graphs: [CheckedGraph] {
        CheckedGraph {
            Module {
                SeveralModules.garrison
                SeveralModules.treasury
            }
        }
    }
}
