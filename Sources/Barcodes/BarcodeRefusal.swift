/// Why there can be no such barcode.
public struct BarcodeRefusal: Error, Sendable, Hashable {
    /// What of the request is to blame.
    public enum Subject: Sendable, Hashable {
        case message, correctionLevel, layers, compactStyle, compactionMode, dataColumns, rows, minWidth, maxWidth,
            minHeight, maxHeight
        case descriptor
    }

    /// What of the request is to blame.
    public var subject: Subject
    /// What is wrong, and what to do about it.
    public var reason: String

    /// A refusal.
    public init(_ subject: Subject, _ reason: String) { (self.subject, self.reason) = (subject, reason) }
}
