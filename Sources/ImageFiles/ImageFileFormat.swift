import CVips
import Foundation

/// A picture file format.
public enum ImageFileFormat: String, Sendable, Hashable, CaseIterable, Codable {
    /// JPEG: 8-bit, no alpha.
    case jpeg
    /// PNG: 8- or 16-bit.
    case png
    /// TIFF: 8- or 16-bit or float.
    case tiff
    /// WebP: 8-bit.
    case webp
    /// HEIF with HEVC: 8-bit, or 12-bit if the encoder supports it.
    case heif
    /// AVIF (HEIF with AV1).
    case avif
    /// JPEG XL.
    case jpegXL
    /// GIF: 256 colours.
    case gif
    /// OpenEXR: half or float, linear.
    case openEXR
    /// Scalable vector graphics; read only.
    case svg

    /// File name extensions without the dot, the usual one first.
    public var extensions: [String] {
        switch self {
        case .jpeg: ["jpg", "jpeg", "jpe"]
        case .png: ["png"]
        case .tiff: ["tif", "tiff"]
        case .webp: ["webp"]
        case .heif: ["heic", "heif"]
        case .avif: ["avif"]
        case .jpegXL: ["jxl"]
        case .gif: ["gif"]
        case .openEXR: ["exr"]
        case .svg: ["svg"]
        }
    }

    /// The common name of the format.
    public var displayName: String {
        switch self {
        case .jpeg: "JPEG"
        case .png: "PNG"
        case .tiff: "TIFF"
        case .webp: "WebP"
        case .heif: "HEIF"
        case .avif: "AVIF"
        case .jpegXL: "JPEG XL"
        case .gif: "GIF"
        case .openEXR: "OpenEXR"
        case .svg: "SVG"
        }
    }

    /// The uniform type identifier.
    public var typeIdentifier: String {
        switch self {
        case .jpeg: "public.jpeg"
        case .png: "public.png"
        case .tiff: "public.tiff"
        case .webp: "org.webmproject.webp"
        case .heif: "public.heic"
        case .avif: "public.avif"
        case .jpegXL: "public.jpeg-xl"
        case .gif: "com.compuserve.gif"
        case .openEXR: "com.ilm.openexr-image"
        case .svg: "public.svg-image"
        }
    }

    /// Finds the format of a file name extension. Case doesn't matter.
    public init?(pathExtension: String) {
        let wanted = pathExtension.lowercased()
        guard let format = Self.allCases.first(where: { $0.extensions.contains(wanted) }) else { return nil }
        self = format
    }

    /// Whether the libraries on this machine have an encoder.
    public var isWritable: Bool {
        guard let saver else { return self == .openEXR }
        loadCoder()
        guard cvips_start() == 0, cvips_has_operation(saver) != 0 else { return false }
        return switch self {
        case .heif: Self.hasHEVC
        case .avif: Self.hasAV1
        default: true
        }
    }

    /// Loads the format's coder if it is in a separate libvips module.
    private func loadCoder() {
        switch self {
        case .heif, .avif: cvips_load_module(CVIPS_MODULE_HEIF)
        case .jpegXL: cvips_load_module(CVIPS_MODULE_JXL)
        case .jpeg, .png, .tiff, .webp, .gif, .openEXR, .svg: break
        }
    }

    private static let hasHEVC = canEncode(.heif)
    private static let hasAV1 = canEncode(.avif)

    /// Whether libheif has an encoder. Encoders are plug-ins of libheif, so the only test is to encode a picture.
    private static func canEncode(_ format: ImageFileFormat) -> Bool {
        let probe = EncodedPicture(width: 64, height: 64, pixelFormat: .RGB8, colorSpace: nil) { strip, buffer, row in
            buffer.initializeMemory(as: UInt8.self, repeating: 128, count: row * (strip.height - 1) + strip.width * 3)
        }
        return (try? VipsEncoder(probe, format, .init()).encode(name: format.displayName)) != nil
    }

    /// The formats that can be written on this machine.
    public static var writable: [ImageFileFormat] { allCases.filter(\.isWritable) }

    /// The nickname of libvips' saver.
    var saver: String? {
        switch self {
        case .jpeg: "jpegsave_target"
        case .png: "pngsave_target"
        case .tiff: "tiffsave_target"
        case .webp: "webpsave_target"
        case .heif, .avif: "heifsave_target"
        case .jpegXL: "jxlsave_target"
        case .gif: "gifsave_target"
        case .openEXR, .svg: nil
        }
    }

    /// Finds the format from the class name of its libvips loader.
    init?(loader: String) {
        let names: [(String, ImageFileFormat)] = [
            ("Jpeg", .jpeg), ("Png", .png), ("Tiff", .tiff), ("Webp", .webp), ("Heif", .heif), ("Jxl", .jpegXL),
            ("Nsgif", .gif), ("Svg", .svg),
        ]
        guard let match = names.first(where: { loader.hasPrefix("VipsForeignLoad\($0.0)") }) else { return nil }
        self = match.1
    }

    static var readableNames: String { allCases.map(\.displayName).joined(separator: ", ") }
    static var writableExtensions: String { writable.flatMap(\.extensions).joined(separator: ", ") }
}
