// Checks the graph of a story without telling it: swift package check-graph

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
