import Foundation

/// A source of bytes for images. Immutable; safe to share between threads.
public final class CGDataProvider: Sendable {
    /// The bytes.
    public let data: CFData?

    /// Creates a provider of the given bytes. It is never nil; it is failable as in Core Graphics.
    public convenience init?(data: CFData) { self.init(bytes: data) }

    /// Creates a provider of the given bytes.
    package init(bytes: CFData) { data = bytes }

    /// Creates a provider of a file's bytes; nil if the file can't be read. `init(loading:)` throws the reason instead.
    public convenience init?(url: URL) { try? self.init(loading: url) }

    /// Creates a provider of a file's bytes.
    ///
    /// The throwing variant of `init(url:)`.
    ///
    /// - Throws: `BitmapError.unreadableFile`.
    public init(loading url: URL) throws(BitmapError) {
        do { data = try Data(contentsOf: url, options: .mappedIfSafe) } catch {
            throw .unreadableFile(path: url.path, reason: error.localizedDescription)
        }
    }

    /// Creates a provider of memory that the caller owns. `releaseData` is called after the last use. nil if the size
    /// is negative; `init(checkingDataInfo:data:size:releaseData:)` throws the reason instead.
    ///
    /// As in Core Graphics, `releaseData` gets `info`, the address and the size.
    public convenience init?(
        dataInfo info: UnsafeMutableRawPointer?, data: UnsafeRawPointer, size: Int,
        releaseData: @escaping (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Void
    ) {
        try? self.init(checkingDataInfo: info, data: data, size: size, releaseData: releaseData)
    }

    /// Creates a provider of memory that the caller owns.
    ///
    /// The throwing variant of `init(dataInfo:data:size:releaseData:)`. If it throws, `releaseData` isn't called.
    ///
    /// - Throws: `BitmapError.negativeLength`.
    public init(
        checkingDataInfo info: UnsafeMutableRawPointer?, data: UnsafeRawPointer, size: Int,
        releaseData: @escaping (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Void
    ) throws(BitmapError) {
        guard size >= 0 else { throw .negativeLength(size) }
        self.data = Data(
            bytesNoCopy: UnsafeMutableRawPointer(mutating: data), count: size,
            deallocator: .custom { address, count in releaseData(info, UnsafeRawPointer(address), count) })
    }
}
