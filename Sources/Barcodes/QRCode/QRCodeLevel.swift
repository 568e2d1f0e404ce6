/// The four error correction levels of QR codes in ISO/IEC 18004. They differ in the part of the symbol that may be
/// damaged.
package enum QRCodeLevel: String, Sendable, Hashable, CaseIterable {
    /// About 7 %.
    case low = "L"
    /// About 15 %.
    case medium = "M"
    /// About 25 %.
    case quartile = "Q"
    /// About 30 %.
    case high = "H"

    /// The index in the standard's tables, which are ordered from L to H.
    var index: Int {
        switch self {
        case .low: 0
        case .medium: 1
        case .quartile: 2
        case .high: 3
        }
    }

    /// The two bits for the level in a symbol's format information.
    var formatBits: Int {
        switch self {
        case .low: 1
        case .medium: 0
        case .quartile: 3
        case .high: 2
        }
    }

    /// The maximum number of bytes in the largest symbol.
    package var byteCapacity: Int { QRCodeBlocks(version: 40, level: self).dataCount - 3 }
}
