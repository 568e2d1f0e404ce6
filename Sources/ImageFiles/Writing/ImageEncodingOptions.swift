import Foundation
import Pixels

/// The options for encoding a picture.
package struct ImageEncodingOptions: Sendable {
    /// The size of one stored component.
    package enum Depth: String, Sendable, Hashable, Codable, CaseIterable {
        /// 8-bit integers.
        case bits8
        /// 16-bit integers.
        case bits16
        /// 16-bit floats.
        case half
        /// 32-bit floats.
        case float

        /// The component type of the pixels in a strip.
        package var component: PixelFormat.Component {
            switch self {
            case .bits8: .uint8
            case .bits16: .uint16
            case .half: .float16
            case .float: .float32
            }
        }
    }

    /// The quality for JPEG, WebP, HEIF, AVIF and JPEG XL, 0 (smallest) to 1 (best); nil for
    /// ``ImageFileFormat/defaultQuality``. 1 is lossless if the format supports it.
    package var quality: Double?
    /// The compression effort for PNG, 0 (none) to 9 (most); nil for the encoder's default, 3.
    package var compressionLevel: Int?
    /// The compression of TIFF (`none`, `lzw`, `deflate`, `jpeg`) and OpenEXR (`none`, `rle`, `zips`, `zip`, `piz`);
    /// nil for LZW and ZIP.
    package var compression: String?
    /// The metadata to write, under ImageIO's keys, such as `Orientation`, `{Exif}`, `{TIFF}` and `{GPS}`. Keys that
    /// the format can't store are left out.
    package var properties: [String: any Sendable]

    /// Creates options. All have defaults.
    package init(
        quality: Double? = nil, compressionLevel: Int? = nil, compression: String? = nil,
        properties: [String: any Sendable] = [:]
    ) {
        (self.quality, self.compressionLevel, self.compression) = (quality, compressionLevel, compression)
        self.properties = properties
    }
}
