import Foundation

/// The output of an encoder that writes at arbitrary offsets of its file.
protocol ByteSink: AnyObject {
    /// Writes bytes at an offset, which may be beyond the end.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws
}

/// A sink in memory.
final class MemorySink: ByteSink {
    private(set) var data: Data

    init(_ data: Data = Data()) { self.data = data }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        if offset == data.count { return data.append(contentsOf: bytes) }
        if data.count < offset + bytes.count { data.append(Data(count: offset + bytes.count - data.count)) }
        data.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }
}
