/// The form of a unit's filters.
package enum UnitKind: String, CaseIterable, Sendable {
    /// A kernel and a property list; no machine code.
    case kernel
    /// A class in Swift.
    case swift
    /// A function in C that computes pixels.
    case c
}
