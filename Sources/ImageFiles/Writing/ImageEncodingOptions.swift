import Foundation
import Pixels

/// How a picture is to be encoded.
public struct ImageEncodingOptions: Sendable {
    /// The size of one stored component.
    public enum Depth: String, Sendable, Hashable, Codable, CaseIterable {
        /// 8-bit integers.
        case bits8
        /// 16-bit integers.
        case bits16
        /// 16-bit floats.
        case half
        /// 32-bit floats.
        case float

        /// The type that a strip's components have.
        public var component: PixelFormat.Component {
            switch self {
            case .bits8: .uint8
            case .bits16: .uint16
            case .half: .float16
            case .float: .float32
            }
        }
    }

    /// 0 (smallest) to 1 (best), for JPEG, WebP, HEIF, AVIF and JPEG XL; nil leaves ``ImageFileFormat/defaultQuality``.
    /// 1 is lossless where the format can be.
    public var quality: Double?
    /// Effort to make the file small, 0 (none) to 9 (most), for PNG; nil leaves the library's choice.
    public var compressionLevel: Int?
    /// TIFF's and OpenEXR's compression: `none`, `lzw`, `deflate`, `jpeg` (TIFF), `none`, `rle`, `zips`, `zip`, `piz` (OpenEXR); nil leaves LZW and ZIP.
    public var compression: String?
    /// What the file is to say about itself, under ImageIO's keys, such as `Orientation`, `{Exif}`, `{TIFF}` and `{GPS}`; keys the format can't hold are left out.
    public var properties: [String: any Sendable]

    /// Options; everything may be left to its default.
    public init(
        quality: Double? = nil, compressionLevel: Int? = nil, compression: String? = nil,
        properties: [String: any Sendable] = [:]
    ) {
        (self.quality, self.compressionLevel, self.compression) = (quality, compressionLevel, compression)
        self.properties = properties
    }
}
