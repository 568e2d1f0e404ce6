import CVips
import Foundation

/// Finds what opens a picture file, by the file's first bytes.
enum PictureLoader {
    /// Returns the opener, and the bytes to pass to it. A vector picture that is loaded by its path may show other
    /// files of its folder, so it is passed as data.
    static func find(_ bytes: EncodedBytes) throws(ImageFileError) -> (EncodedBytes, any PictureOpener) {
        if let opener = ownOpener(bytes.head(longestSignature)) { return (bytes, opener) }
        do {
            try Vips.start()
        } catch {
            throw .unreadable(file: bytes.name, reason: error.message)
        }
        let opener = try vipsOpener(bytes)
        guard opener.format == .svg else { return (bytes, opener) }
        guard let data = bytes.mapped else {
            throw .unreadable(file: bytes.name, reason: "it can't be mapped into memory")
        }
        let text = data.starts(with: [0x1F, 0x8B]) ? try expanded(data, name: bytes.name) : data
        let placeless = EncodedBytes.memory(text, name: bytes.name)
        return (placeless, try vipsOpener(placeless))
    }

    private static let longestSignature = ImageFileFormat.allCases.map(\.record.signature.count).max() ?? 0

    /// Returns the opener of a format that is opened without libvips.
    private static func ownOpener(_ start: Data) -> (any PictureOpener)? {
        ImageFileFormat.allCases.lazy.map(\.record).first {
            $0.opener != nil && start.starts(with: $0.signature)
        }?.opener
    }

    /// The maximum size of a compressed drawing's text, in bytes.
    private static let textLimit = 64 << 20

    /// Expands the text of a drawing that is compressed with gzip.
    private static func expanded(_ data: Data, name: String) throws(ImageFileError) -> Data {
        var (result, count): (UnsafeMutableRawPointer?, Int) = (nil, 0)
        let code = data.withUnsafeBytes { cvips_gunzip($0.baseAddress, $0.count, textLimit, &result, &count) }
        guard code == 0, let result else {
            throw code > 0
                ? .unreadable(
                    file: name, reason: "its text is more than \(textLimit) bytes; expand it, and open the .svg")
                : .damaged(file: name, reason: "its gzip data can't be expanded")
        }
        return Data(bytesNoCopy: result, count: count, deallocator: .custom { pointer, _ in cvips_free(pointer) })
    }

    private static func vipsOpener(_ bytes: EncodedBytes) throws(ImageFileError) -> VipsOpener {
        let name: UnsafePointer<CChar>?
        switch bytes {
        case .file(let path):
            // Some of libvips' loaders search for the end of a line, which may be far away in a large file. If the
            // start isn't recognised, the whole file isn't tried.
            name = isKnownToVips(bytes.head(startLength)) ? cvips_find_loader_file(path) : nil
        case .memory(let data, _):
            CoderModule.load(for: data)
            name = data.withUnsafeBytes { cvips_find_loader_memory($0.baseAddress, $0.count) }
        }
        guard let name, let opener = VipsOpener(loader: String(cString: name)) else {
            _ = Vips.failure()
            throw .notAnImage(file: bytes.name)
        }
        return opener
    }

    /// The number of bytes at the start of a file by which it is recognised.
    static let startLength = 1 << 16

    /// Returns whether a picture of a readable format may start with these bytes.
    static func recognizes(_ start: Data) -> Bool {
        // If libvips can't be used, opening the data says so.
        if ownOpener(start) != nil || Vips.obstacle != nil { return true }
        let isKnown = isKnownToVips(start)
        if !isKnown { _ = Vips.failure() }
        return isKnown
    }

    private static func isKnownToVips(_ start: Data) -> Bool {
        CoderModule.load(for: start)
        // TIFF is recognised by its first four bytes. Its directory may be anywhere in the file.
        return beginsAsTIFF(start)
            || start.withUnsafeBytes { cvips_find_loader_memory($0.baseAddress, $0.count) } != nil
    }

    /// Whether a file starts like a TIFF or BigTIFF of either byte order.
    private static func beginsAsTIFF(_ start: Data) -> Bool {
        let marks: [[UInt8]] = [
            [0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43],
        ]
        return marks.contains { start.starts(with: $0) }
    }
}
