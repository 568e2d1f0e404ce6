import CoreImage
import Foundation
import ImageFiles
import Pixels

/// The pixels of a result's file: their format and their colour space.
struct StoredPixels {
    /// The size of a component.
    let depth: ImageEncodingOptions.Depth
    /// Whether pixels have alpha.
    let hasAlpha: Bool
    /// An RGB space. Nil for sRGB.
    let colorSpace: CGColorSpace?

    /// Determines the pixels of a result.
    ///
    /// - Parameters:
    ///   - source: The input picture. The result has its RGB space, and its depth if the file's format can store that
    ///     without loss. A linear space is replaced by a gamma-encoded one in files of 8 bits and in lossy formats,
    ///     whose encoders expect that.
    ///   - isOpaque: Whether the result is opaque.
    ///   - chosen: The value of `--depth`.
    ///   - file: The file's format. Nil if no file is written.
    init(like source: CIImage?, isOpaque: Bool, depth chosen: PictureDepth?, in file: ImageFileFormat?) {
        let own = source.map(ImageEncodingOptions.Depth.init(of:)) ?? .bits8
        let kept = file.map { $0.storesExactly(own) } ?? true
        depth = chosen?.component ?? (kept ? own : .bits8)
        hasAlpha = !isOpaque
        let space = source?.colorSpace.flatMap { $0.model == .rgb ? $0 : nil }
        let isCoarse = depth == .bits8 || file?.defaultQuality != nil
        let isLinear = file?.storesLinearLight ?? false
        colorSpace = isCoarse && !isLinear ? space?.gammaEncoded : space
    }

    /// The pixel format for rendering.
    var format: CIFormat {
        switch depth {
        case .bits8: hasAlpha ? .RGBA8 : .RGBX8
        case .bits16: hasAlpha ? .RGBA16 : .RGBX16
        case .half: hasAlpha ? .RGBAh : .RGBXh
        case .float: hasAlpha ? .RGBAf : .RGBXf
        }
    }
}

extension ImageEncodingOptions.Depth {
    /// The size that holds the components of a picture's file.
    init(of picture: CIImage) {
        let bits = picture.properties[kCGImagePropertyDepth] as? Int ?? 8
        let isFloat = picture.properties[kCGImagePropertyIsFloat] as? Bool ?? false
        self =
            switch (isFloat, bits) {
            case (true, ...16): .half
            case (true, _): .float
            case (false, ...8): .bits8
            case (false, _): .bits16
            }
    }
}

extension ImageFileFormat {
    /// Whether the format stores components of this size without loss. HEIF and AVIF round 16 bits to 12.
    func storesExactly(_ depth: ImageEncodingOptions.Depth) -> Bool {
        (kept?.depths ?? []).contains { stored in
            switch depth {
            case .bits8, .bits16, .float: stored.depth == depth && stored.bits >= depth.component.byteCount * 8
            case .half: stored.depth == .half || stored.depth == .float
            }
        }
    }
}
