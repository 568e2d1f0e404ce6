import Foundation

/// A source of bytes for images. Immutable; safe to share between threads.
public final class CGDataProvider: Sendable {
    /// The bytes.
    public let data: CFData?

    /// A provider of these bytes.
    public init?(data: CFData) { self.data = data }

    /// A provider of a file's bytes; nil when the file can't be read.
    public init?(url: URL) {
        guard let bytes = try? Data(contentsOf: url, options: .mappedIfSafe) else { return nil }
        data = bytes
    }

    /// A provider of memory that the caller owns, which `releaseData` gives back when the last use has ended.
    ///
    /// `releaseData` receives `info`, the address and the size, as in Core Graphics.
    public init?(
        dataInfo info: UnsafeMutableRawPointer?, data: UnsafeRawPointer, size: Int,
        releaseData: @escaping (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Void
    ) {
        guard size >= 0 else { return nil }
        self.data = Data(
            bytesNoCopy: UnsafeMutableRawPointer(mutating: data), count: size,
            deallocator: .custom { address, count in releaseData(info, UnsafeRawPointer(address), count) })
    }
}
