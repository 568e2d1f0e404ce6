/// Why a symbol can't be read.
package struct UnreadableSymbol: Error, CustomStringConvertible {
    /// What is wrong with it.
    package let description: String

    init(_ description: String) { self.description = description }
}
