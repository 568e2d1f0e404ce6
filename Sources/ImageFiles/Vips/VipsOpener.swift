import CVips
import Foundation
import Pixels

/// Opens pictures with a loader of libvips.
struct VipsOpener: PictureOpener {
    let format: ImageFileFormat
    /// The class name of the loader.
    private let loader: String
    /// What is opened of the file.
    var part = CVipsPart(scale: 1, page: 0, child: -1)

    /// Creates an opener; nil for a loader of an unknown format.
    init?(loader: String) {
        guard let format = ImageFileFormat(loader: loader) else { return nil }
        (self.format, self.loader) = (format, loader)
    }

    func hasRandomAccess(_ bytes: EncodedBytes) -> Bool {
        guard case .file(let path) = bytes else { return false }
        return cvips_has_random_access(loader, path) != 0
    }

    func open(_ bytes: EncodedBytes, sequential: Bool) throws(LibraryFailure) -> any OpenedPicture {
        try VipsPicture(try load(bytes, sequential: sequential), hasRandomAccess: hasRandomAccess(bytes))
    }

    func reductions(of picture: any OpenedPicture, in bytes: EncodedBytes) -> [ReducedOpener] {
        switch format {
        case .webp: reductionsByDecoder(of: picture)
        case .tiff: TIFFPyramid(bytes, picture, opener: self)?.reductions ?? []
        default: []
        }
    }

    // libwebp averages rectangles while it decodes. It doesn't weight colours by alpha, and frames of animations are
    // placed at rounded positions. Only whole sizes are the same in all versions of libvips.
    private func reductionsByDecoder(of picture: any OpenedPicture) -> [ReducedOpener] {
        guard !picture.pixelFormat.layout.hasAlpha, picture.fields.pageCount == 1 else { return [] }
        let (width, height) = (picture.width, picture.height)
        return [2, 4, 8].filter { width.isMultiple(of: $0) && height.isMultiple(of: $0) }.map { factor in
            var opener = self
            opener.part.scale = 1 / Double(factor)
            return ReducedOpener(
                reduction: SourceReduction(of: width, height, to: width / factor, height / factor), opener: opener,
                // Lossless pictures are decoded in full, to four bytes a pixel.
                heldBytes: 4 * width * height)
        }
    }

    /// Opens a picture as libvips stores it. With `sequential`, each row must be read once, from the top down.
    func load(_ bytes: EncodedBytes, sequential: Bool) throws(LibraryFailure) -> VipsHandle {
        switch bytes {
        case .file(let path): try VipsHandle(cvips_load_file(loader, path, sequential ? 1 : 0, part))
        case .memory(let data, _):
            try VipsHandle(
                data.withUnsafeBytes { cvips_load_memory(loader, $0.baseAddress, $0.count, sequential ? 1 : 0, part) })
        }
    }
}
