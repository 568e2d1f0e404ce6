/// What a stream or frame states about its colours. The numbers are those of ITU-T H.273, which MP4, Matroska and the
/// codecs store. Nil means that nothing is stated (H.273's 2).
package struct ColourTags: Hashable, Sendable, Codable {
    /// The codes of the sample values.
    package enum Range: String, Hashable, Sendable, Codable, CaseIterable {
        /// Black is 16 and white 235 in 8 bits; chroma is in 16…240.
        case video
        /// All codes are used.
        case full
    }

    /// The place of a chroma sample among the luma samples that share it.
    package enum ChromaLocation: String, Hashable, Sendable, Codable, CaseIterable {
        case left, center, topLeft, top, bottomLeft, bottom
    }

    /// The range of codes, or nil if it isn't stated.
    package var range: Range?
    /// The colours of the primaries, such as 1 for BT.709 and 9 for BT.2020.
    package var primaries: UInt8?
    /// The transfer function, such as 1 for BT.709, 13 for sRGB, 16 for PQ and 18 for HLG.
    package var transfer: UInt8?
    /// The matrix between RGB and YCbCr, such as 0 for RGB, 1 for BT.709, 6 for BT.601 and 9 for BT.2020.
    package var matrix: UInt8?
    /// The siting of chroma, or nil if it isn't stated.
    package var chromaLocation: ChromaLocation?

    /// Creates tags.
    package init(
        range: Range? = nil, primaries: UInt8? = nil, transfer: UInt8? = nil, matrix: UInt8? = nil,
        chromaLocation: ChromaLocation? = nil
    ) {
        (self.range, self.primaries, self.transfer, self.matrix) = (range, primaries, transfer, matrix)
        self.chromaLocation = chromaLocation
    }
}
