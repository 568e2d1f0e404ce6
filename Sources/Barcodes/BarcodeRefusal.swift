/// Why there can be no such barcode.
public struct BarcodeRefusal: Error, Sendable, Hashable {
    /// What of the request is to blame.
    public enum Subject: Sendable, Hashable {
        /// The bytes to encode.
        case message
        /// How many check codewords are wanted.
        case correctionLevel
        /// How many layers an Aztec code is to have.
        case layers
        /// How a PDF417 symbol's bytes are to become codewords.
        case compactionMode
        /// How many columns of data codewords a PDF417 symbol is to have.
        case dataColumns
        /// How many rows a PDF417 symbol is to have.
        case rows
        /// The least width of a PDF417 symbol's picture.
        case minWidth
        /// The largest width of a PDF417 symbol's picture.
        case maxWidth
        /// The least height of a PDF417 symbol's picture.
        case minHeight
        /// The largest height of a PDF417 symbol's picture.
        case maxHeight
        /// Codewords, or the parameters of the symbol that is to be drawn from them.
        case descriptor
    }

    /// What of the request is to blame.
    public var subject: Subject
    /// What is wrong, and what to do about it.
    public var reason: String

    /// A refusal.
    public init(_ subject: Subject, _ reason: String) { (self.subject, self.reason) = (subject, reason) }
}
