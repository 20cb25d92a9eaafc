// The graphs that a build refuses.
//
// A comment `// error: CODE: TYPES`, or `warning`, states a fault of the next line of code, in the graph that was declared last, and the types
// that its message names, in order. In a file that declares none, it names the graph: `// error in NAME: CODE: TYPES`. A graph has no other
// faults.

package import ArmoryCheck

package enum Broken {
    package static let all: [CheckedGraph] =
        missing + lookups + values + duplicates + cycles + scopes + nested + asynchronous + decorations + choices
        + replacements + refusals + combinations + across + entries + seeds
}
