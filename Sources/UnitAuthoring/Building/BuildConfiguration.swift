/// How code is compiled.
public enum BuildConfiguration: String, CaseIterable, Sendable {
    /// With checks, for debuggers.
    case debug
    /// Optimised.
    case release
}
