/// Why a symbol can't be read.
public struct UnreadableSymbol: Error, CustomStringConvertible {
    /// What is wrong with it.
    public let description: String

    init(_ description: String) { self.description = description }
}
