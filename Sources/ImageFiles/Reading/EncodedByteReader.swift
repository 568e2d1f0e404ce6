import ChildProcesses
import Foundation

/// Reads the bytes of a picture from the first to the last, for decoders that request them. For one thread at a time.
final class EncodedByteReader {
    private enum Source {
        case file(FileDescriptor)
        case memory(Data)
    }

    private var source: Source

    init(_ bytes: EncodedBytes) throws(LibraryFailure) {
        switch bytes {
        case .memory(let data, _): source = .memory(data)
        case .file(let path):
            let number = open(path, O_RDONLY | O_CLOEXEC)
            guard number >= 0 else { throw LibraryFailure(message: String(cString: strerror(errno))) }
            source = .file(FileDescriptor(number))
        }
    }

    /// Copies the next bytes, up to `count` of them. Returns their number, 0 at the end, and -1 if reading fails.
    func read(into bytes: UnsafeMutableRawPointer, count: Int) -> Int {
        switch source {
        case .memory(let data):
            let part = data.prefix(count)
            part.copyBytes(to: bytes.assumingMemoryBound(to: UInt8.self), count: part.count)
            source = .memory(data.dropFirst(part.count))
            return part.count
        case .file(let file):
            while true {
                let length = Glibc.read(file.number, bytes, count)
                if length >= 0 || errno != EINTR { return length }
            }
        }
    }
}
