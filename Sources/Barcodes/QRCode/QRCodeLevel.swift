/// How much of a QR code may be damaged: ISO/IEC 18004's four levels.
public enum QRCodeLevel: String, Sendable, Hashable, CaseIterable {
    /// About 7 %.
    case low = "L"
    /// About 15 %.
    case medium = "M"
    /// About 25 %.
    case quartile = "Q"
    /// About 30 %.
    case high = "H"

    /// The place in the standard's tables, which go from L to H.
    var index: Int {
        switch self {
        case .low: 0
        case .medium: 1
        case .quartile: 2
        case .high: 3
        }
    }

    /// The two bits that stand for the level in a symbol.
    var formatBits: Int {
        switch self {
        case .low: 1
        case .medium: 0
        case .quartile: 3
        case .high: 2
        }
    }

    /// Bytes that the largest symbol holds.
    public var byteCapacity: Int { QRCodeBlocks(version: 40, level: self).dataCount - 3 }
}
