// Containers, scopes, errors and resolvers are the core's; a program imports this library alone.

@_exported public import ArmoryCore
