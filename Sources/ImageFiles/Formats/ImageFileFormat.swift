/// A picture file format. Its properties are those of its record; see `ImageFileFormat.Record`.
package enum ImageFileFormat: String, Sendable, Hashable, CaseIterable, Codable {
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

    /// The properties of the format.
    var record: Record {
        switch self {
        case .jpeg: .jpeg
        case .png: .png
        case .tiff: .tiff
        case .webp: .webp
        case .heif: .heif
        case .avif: .avif
        case .jpegXL: .jpegXL
        case .gif: .gif
        case .openEXR: .openEXR
        case .svg: .svg
        }
    }

    /// Finds the format of a file name extension. Case doesn't matter.
    package init?(pathExtension: String) {
        let wanted = pathExtension.lowercased()
        guard let format = Self.allCases.first(where: { $0.extensions.contains(wanted) }) else { return nil }
        self = format
    }

    /// Finds the format from the class name of its libvips loader.
    init?(loader: String) {
        let match = Self.allCases.first { format in
            format.record.loader.map { loader.hasPrefix("VipsForeignLoad\($0)") } ?? false
        }
        guard let match else { return nil }
        self = match
    }

    /// File name extensions without the dot, the usual one first.
    package var extensions: [String] { record.extensions }

    /// The common name of the format.
    package var displayName: String { record.displayName }

    /// The uniform type identifier.
    package var typeIdentifier: String { record.typeIdentifier }

    /// Whether the format stores alpha, even if only as fully transparent or opaque.
    package var hasAlpha: Bool { record.hasAlpha }

    static var readableNames: String { allCases.map(\.displayName).joined(separator: ", ") }
    static var writableExtensions: String { writable.flatMap(\.extensions).joined(separator: ", ") }
}
