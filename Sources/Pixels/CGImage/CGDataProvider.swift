import Foundation

/// A source of bytes for images. Immutable; safe to share between threads.
public final class CGDataProvider: Sendable {
    /// The bytes.
    public let data: CFData?

    /// Creates a provider of the given bytes.
    public init?(data: CFData) { self.data = data }

    /// Creates a provider of a file's bytes; nil if the file can't be read.
    public init?(url: URL) {
        guard let bytes = try? Data(contentsOf: url, options: .mappedIfSafe) else { return nil }
        data = bytes
    }

    /// Creates a provider of memory that the caller owns. `releaseData` is called after the last use.
    ///
    /// As in Core Graphics, `releaseData` gets `info`, the address and the size.
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
