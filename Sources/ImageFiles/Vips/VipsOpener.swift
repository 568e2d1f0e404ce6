import CVips
import Foundation

/// Opens pictures with a loader of libvips.
struct VipsOpener: PictureOpener {
    let format: ImageFileFormat
    /// The class name of the loader.
    private let loader: String

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

    /// Opens a picture as libvips stores it. With `sequential`, each row must be read once, from the top down.
    func load(_ bytes: EncodedBytes, sequential: Bool) throws(LibraryFailure) -> VipsHandle {
        switch bytes {
        case .file(let path): try VipsHandle(cvips_load_file(loader, path, sequential ? 1 : 0))
        case .memory(let data, _):
            try VipsHandle(
                data.withUnsafeBytes { cvips_load_memory(loader, $0.baseAddress, $0.count, sequential ? 1 : 0) })
        }
    }
}
