import Pixels

/// What a pixel format type stands for: one row of `PixelBufferFormat.table`.
package struct PixelBufferFormat: Sendable {
    /// The meaning of the components.
    package enum Content: Sendable, Hashable {
        /// Colours of an RGB space.
        case rgb
        /// Luma and chroma.
        case yCbCr
        /// One component: gray, or a mask.
        case oneComponent
        /// Two components without a colour space.
        case twoComponents
        /// Distances or their reciprocals, which aren't colours.
        case depth
    }

    /// The integers that stand for 0…1.
    package enum Range: Sendable, Hashable {
        /// All integers, or floats.
        case full
        /// 16…235 for luma and 16…240 for chroma, of 8 bits.
        case video
    }

    /// The pixels of a plane.
    package struct Plane: Sendable, Hashable {
        /// The number of bytes of a block of pixels.
        package var bytesPerBlock: Int
        /// The number of pixels beside each other that share a block: 1, or 2 where luma pairs share chroma.
        package var pixelsPerBlock = 1
        /// The number of pixels of the image beside each other that share one of the plane.
        package var horizontalSubsampling = 1
        /// The number of pixels of the image above each other that share one of the plane.
        package var verticalSubsampling = 1
        /// The bytes of a block that hold luma, if a block has more pixels than one.
        package var lumaOffsets: [Int] = []
    }

    /// The number of the format.
    package let type: OSType
    /// The name behind `kCVPixelFormatType_`.
    package let name: String
    /// The meaning of the components.
    package let content: Content
    /// The planes in their order. There is one for formats that aren't planar.
    package let planes: [Plane]
    /// Whether the API has planes for the format.
    package let isPlanar: Bool
    /// The number of significant bits of a component.
    package let bits: Int
    /// The integers that stand for 0…1.
    package let range: Range
    /// Whether alpha is stored.
    package let hasAlpha: Bool
    /// How a kernel reads the pixels, after reordering; nil for YCbCr.
    package let pixels: PixelFormat?
    /// How bytes are moved before the pixels have the format `pixels`; nil if they have it in memory.
    package let reordering: PixelReordering?

    /// Returns the format with a number; nil if it isn't supported.
    package static func named(_ type: OSType) -> PixelBufferFormat? { byType[type] }

    /// The name and the four characters or the number, for errors.
    package static func description(of type: OSType) -> String {
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: type >> $0) }
        let isText = bytes.allSatisfy { (0x20..<0x7f).contains($0) }
        let code = isText ? "'\(String(decoding: bytes, as: UTF8.self))'" : "\(type)"
        return named(type).map { "\($0.name) (\(code))" } ?? code
    }

    private static let byType = Dictionary(uniqueKeysWithValues: table.map { ($0.type, $0) })
}
