import ChildProcesses
import Foundation

/// The decoded pixels of a picture in a temporary file, which has no name and disappears with this object.
final class TemporaryPixels: PictureRegions {
    private let file: FileDescriptor
    private let bytesPerRow: Int
    private let bytesPerPixel: Int

    /// The size of the parts in which pixels are decoded and written, in bytes.
    private static let partSize = 4 << 20

    /// Decodes all rows of a picture.
    ///
    /// - Throws: `LibraryFailure` for a damaged file, or `ImageFileError` if the temporary file can't be written.
    init(decoding picture: any OpenedPicture, name: String) throws {
        (bytesPerRow, bytesPerPixel) = (picture.bytesPerRow, picture.pixelFormat.bytesPerPixel)
        let folder = FileManager.default.temporaryDirectory.path
        file = try Self.createFile(in: folder, for: name)
        let step = max(1, min(picture.height, Self.partSize / max(1, bytesPerRow)))
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: step * bytesPerRow, alignment: 16)
        defer { buffer.deallocate() }
        guard let base = buffer.baseAddress else { return }
        let rows = try picture.makeRows()
        for top in stride(from: 0, to: picture.height, by: step) {
            let range = top..<min(picture.height, top + step)
            try rows.read(range, into: base, bytesPerRow: bytesPerRow)
            let part = UnsafeRawBufferPointer(rebasing: buffer[..<(range.count * bytesPerRow)])
            guard write(part, at: top * bytesPerRow) else { throw Self.failure(name, folder) }
        }
    }

    private static func createFile(in folder: String, for name: String) throws(ImageFileError) -> FileDescriptor {
        let path = folder + "/coreimage-" + UUID().uuidString
        let number = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw failure(name, folder) }
        unlink(path)
        return FileDescriptor(number)
    }

    /// Returns the error for the system call that has just failed.
    private static func failure(_ name: String, _ folder: String) -> ImageFileError {
        let cause = String(cString: strerror(errno))
        return .unreadable(
            file: name,
            reason: "its pixels are too many for memory, and a temporary file in \(folder) can't be written "
                + "(\(cause)); free some space, or choose another folder with TMPDIR")
    }

    private func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = pwrite(file.number, rest.baseAddress, rest.count, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }

    func read(
        left: Int, top: Int, width: Int, height: Int, into pixels: UnsafeMutableRawPointer
    ) throws(LibraryFailure) {
        let rowLength = width * bytesPerPixel
        for y in 0..<height {
            var done = 0
            while done < rowLength {
                let offset = (top + y) * bytesPerRow + left * bytesPerPixel + done
                let count = pread(file.number, pixels + y * rowLength + done, rowLength - done, off_t(offset))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    throw LibraryFailure(message: "the temporary file with its pixels can't be read")
                }
                done += count
            }
        }
    }
}
