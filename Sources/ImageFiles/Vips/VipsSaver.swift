import CVips
import Foundation

/// An encoder of libvips: its name and the options for a picture.
struct VipsSaver: PictureEncoder {
    /// An option of the encoder.
    typealias Option = (key: String, value: String)

    /// A picture to be encoded.
    struct Request {
        let picture: EncodedPicture
        let options: ImageEncodingOptions
        /// The quality, 0 to 1.
        let quality: Double

        /// The quality in percent, as libvips expects it.
        var percent: String { String(max(1, Int((quality * 100).rounded()))) }

        /// The option for the quality, of which 1 is lossless.
        var losslessOrQuality: Option { quality == 1 ? ("lossless", "true") : ("Q", percent) }
    }

    /// The nickname of libvips' saver.
    let nickname: String
    /// Returns the options for a picture.
    let options: @Sendable (Request) -> [Option]
    /// Whether the saver's library has the codec of the format.
    var hasCodec: @Sendable () -> Bool = { true }

    var isAvailable: Bool { Vips.obstacle == nil && cvips_has_operation(nickname) != 0 && hasCodec() }

    func encode(
        _ picture: EncodedPicture, as format: ImageFileFormat, _ options: ImageEncodingOptions, name: String
    ) throws -> Data {
        try VipsEncoder(picture, format, options, saver: self).encode(name: name)
    }

    func encode(
        _ picture: EncodedPicture, as format: ImageFileFormat, _ options: ImageEncodingOptions, to file: PictureFile,
        name: String
    ) throws {
        try VipsEncoder(picture, format, options, saver: self).encode(to: file, name: name)
    }
}
