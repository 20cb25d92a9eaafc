// The macros, together with all of Armory: a file that imports ArmoryMacros needs no other import.

#if Macros
@_exported public import Armory

/// Adds a static member `registration` to a class, struct or actor: the same registration that you would write by hand.
///
/// ```swift
/// @Injectable(.singleton, as: (any Orders).self)
/// final class SQLOrders: Orders {
///     init(database: Database, limit: Int = 100) { … }
/// }
///
/// let container = try Container {
///     Database.registration
///     SQLOrders.registration
/// }
/// ```
///
/// The parameters of the initializer are resolved by their types, as in an autowired registration. A parameter with a
/// default value keeps it. The initializer may be private, throw, await, or be isolated to a global actor. A struct without an
/// initializer uses the memberwise one. If a type has several initializers, mark one with ``InjectableInit()``.
///
/// The member is a value like any other registration, so it can have modifiers: `SQLOrders.registration.root()`. Errors of
/// the registration name the file and the line of the type.
///
/// - Parameters:
///   - lifetime: How long an instance lives, and which callers share it.
///   - type: The type under which the instance is found, written as `X.self`; nil means the annotated type.
///   - name: The name of the registration; nil means none.
///   - parameters: The sources of parameters whose type does not say enough, by the parameter's label, or by its name if it
///     has no label. A source has the same meaning as ``ParameterSource``.
///   - group: The group of modules that the registration is contributed to, for ``Module/contributed(toGroup:fileID:line:)``; nil
///     means none.
@attached(member, names: named(registration), named(registrationRecord))
public macro Injectable(
    _ lifetime: InjectableLifetime = .transient, as type: (any Any.Type)? = nil, named name: RegistrationName? = nil,
    parameters: [String: Plumbing.AnySource] = [:], in group: RegistrationName? = nil
) = #externalMacro(module: "ArmoryMacrosPlugin", type: "InjectableMacro")

/// Marks the initializer that ``Injectable(_:as:named:parameters:in:)`` uses.
@attached(peer)
public macro InjectableInit() = #externalMacro(module: "ArmoryMacrosPlugin", type: "InjectableInitMacro")

/// Adds a registration next to a static function, a static property or a global function that creates instances.
///
/// The registration of `database` is the static member `databaseRegistration`. The parameters of a function are resolved like
/// those of an initializer.
///
/// - Parameters:
///   - lifetime: How long an instance lives, and which callers share it.
///   - type: The type under which the instance is found, written as `X.self`; nil means the type of the result.
///   - name: The name of the registration; nil means none.
///   - parameters: The sources of parameters whose type does not say enough, by the parameter's label, or by its name if it
///     has no label.
///   - group: The group of modules that the registration is contributed to, for ``Module/contributed(toGroup:fileID:line:)``; nil
///     means none.
@attached(peer, names: suffixed(Registration), suffixed(RegistrationRecord))
public macro Provides(
    _ lifetime: InjectableLifetime = .transient, as type: (any Any.Type)? = nil, named name: RegistrationName? = nil,
    parameters: [String: Plumbing.AnySource] = [:], in group: RegistrationName? = nil
) = #externalMacro(module: "ArmoryMacrosPlugin", type: "ProvidesMacro")

/// Adds a static member `module` to a type: a module with all registrations that its members provide.
///
/// ```swift
/// @ProvidingModule
/// enum Storage {
///     @Provides(.singleton)
///     static func database(settings: Settings) throws -> Database { try Database(path: settings.path) }
/// }
///
/// let container = try Container { Storage.module }
/// ```
///
/// The module contains the registrations of the members marked with ``Provides(_:as:named:parameters:in:)`` and of the nested types
/// marked with ``Injectable(_:as:named:parameters:in:)``, in source order, and has the type's name. Members in
/// extensions are not included.
///
/// - Parameter group: The group of modules that the module is contributed to, for ``Module/contributed(toGroup:fileID:line:)``; nil
///   means none.
@attached(member, names: named(module), named(moduleRecord))
public macro ProvidingModule(in group: RegistrationName? = nil) =
    #externalMacro(module: "ArmoryMacrosPlugin", type: "ProvidingModuleMacro")
#endif
