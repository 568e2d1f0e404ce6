import Foundation

/// Appends the bytes of an encoder to a sink, in large parts.
///
/// Encoders in C can't pass on the sink's error, so this object keeps it. For one thread at a time.
final class EncodedByteWriter {
    private let sink: any ByteSink
    private var pending = Data()
    private var offset = 0
    /// The error of the sink. After an error, nothing more is written.
    private(set) var failure: (any Error)?

    private static let partSize = 64 << 10

    init(_ sink: any ByteSink) { self.sink = sink }

    /// Appends bytes. Returns whether that succeeded so far.
    func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard failure == nil else { return false }
        pending.append(contentsOf: bytes)
        return pending.count < Self.partSize || flush()
    }

    /// Passes all bytes on to the sink. Returns whether everything succeeded.
    func flush() -> Bool {
        guard failure == nil else { return false }
        do {
            try pending.withUnsafeBytes { try sink.write($0, at: offset) }
            offset += pending.count
            pending.removeAll(keepingCapacity: true)
            return true
        } catch {
            failure = error
            return false
        }
    }
}
