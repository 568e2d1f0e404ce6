/// Decorations of types and results.
package enum SPIRVDecoration: UInt32, Sendable {
    case block = 2
    case builtIn = 11
    case offset = 35
    case noContraction = 42
}
