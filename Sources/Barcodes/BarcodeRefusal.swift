import Foundation

/// The reason why a barcode can't be generated.
package struct BarcodeRefusal: Error, Sendable, Hashable, LocalizedError {
    /// The part of the request that causes a refusal.
    package enum Subject: Sendable, Hashable {
        /// The bytes to encode.
        case message
        /// The requested amount of check codewords.
        case correctionLevel
        /// The requested number of layers of an Aztec code.
        case layers
        /// The requested compaction of a PDF417 symbol's bytes to codewords.
        case compactionMode
        /// The requested number of columns of data codewords of a PDF417 symbol.
        case dataColumns
        /// The requested number of rows of a PDF417 symbol.
        case rows
        /// The minimum width of a PDF417 symbol's picture.
        case minWidth
        /// The maximum width of a PDF417 symbol's picture.
        case maxWidth
        /// The minimum height of a PDF417 symbol's picture.
        case minHeight
        /// The maximum height of a PDF417 symbol's picture.
        case maxHeight
        /// The codewords of a symbol to be drawn, or its parameters.
        case descriptor
    }

    /// The part of the request that causes the refusal.
    package var subject: Subject
    /// The problem and its remedy.
    package var reason: String

    /// The reason, for `localizedDescription`.
    package var errorDescription: String? { reason }

    /// Creates a refusal.
    package init(_ subject: Subject, _ reason: String) { (self.subject, self.reason) = (subject, reason) }
}
