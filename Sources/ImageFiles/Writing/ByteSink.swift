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
        if data.count < offset + bytes.count { data.append(Data(count: offset + bytes.count - data.count)) }
        data.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }
}

extension AtomicFile: ByteSink {
    /// The current size of the file in bytes.
    var size: Int {
        var information = stat()
        return fstat(descriptor, &information) == 0 ? Int(information.st_size) : 0
    }

    /// Reads up to `count` bytes at an offset; nil if that fails.
    func read(at offset: Int, count: Int) -> Data? {
        var data = Data(count: count)
        let length = data.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, count, off_t(offset)) }
        return length >= 0 ? data.prefix(length) : nil
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws {
        var done = 0
        while done < bytes.count {
            let count = pwrite(descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(offset + done))
            if count < 0 {
                if errno == EINTR { continue }
                throw failure(code: errno)
            }
            done += count
        }
    }
}
