import CFFmpeg
import ChildProcesses
import Glibc
import VideoExchange

/// The bytes of a file that is written, for FFmpeg.
final class MediaOutput {
    private static let bufferSize: Int32 = 1 << 18

    private let file: FileDescriptor
    private let isSeekable: Bool
    private var position: Int64 = 0
    private var size: Int64 = 0
    /// The error number of the last failed write, or 0.
    private(set) var failure: Int32 = 0
    /// FFmpeg's context, which calls this object.
    private(set) var context: UnsafeMutablePointer<AVIOContext>?

    /// - Parameter reads: Whether the context reads what was written, as the muxer of MP4 does to move the index to the
    ///   start.
    init(_ file: FileDescriptor, isSeekable: Bool, reads: Bool = false) throws(WorkerProblem) {
        (self.file, self.isSeekable) = (file, isSeekable)
        let object = Unmanaged.passUnretained(self).toOpaque()
        context = coreimage_open_io(
            Self.bufferSize, object,
            reads
                ? { object, bytes, count in
                    guard let object, let bytes else { return coreimage_error_invalid }
                    return Unmanaged<MediaOutput>.fromOpaque(object).takeUnretainedValue().read(bytes, Int(count))
                } : nil,
            reads
                ? nil
                : { object, bytes, count in
                    guard let object, let bytes else { return coreimage_error_invalid }
                    return Unmanaged<MediaOutput>.fromOpaque(object).takeUnretainedValue().write(bytes, Int(count))
                },
            isSeekable
                ? { object, offset, origin in
                    guard let object else { return -1 }
                    return Unmanaged<MediaOutput>.fromOpaque(object).takeUnretainedValue().seek(offset, origin)
                } : nil)
        guard context != nil else { throw .memory }
    }

    deinit { coreimage_close_io(&context) }

    /// The number of bytes so far.
    var byteCount: Int64 { size }

    /// Another context for the same file, which reads.
    func reader() throws(WorkerProblem) -> MediaOutput {
        let result = try MediaOutput(file, isSeekable: true, reads: true)
        result.size = size
        return result
    }

    private func read(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int32 {
        while true {
            let result = pread(file.number, bytes, count, off_t(position))
            if result < 0, errno == EINTR { continue }
            if result < 0 { return coreimage_error(errno) }
            position += Int64(result)
            return result == 0 ? coreimage_error_end : Int32(result)
        }
    }

    private func write(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
        var done = 0
        while done < count {
            let result =
                isSeekable
                ? pwrite(file.number, bytes + done, count - done, off_t(position))
                : Glibc.write(file.number, bytes + done, count - done)
            if result < 0, errno == EINTR { continue }
            if result < 0, errno == EAGAIN {
                var request = pollfd(fd: file.number, events: Int16(POLLOUT), revents: 0)
                _ = poll(&request, 1, -1)
                continue
            }
            guard result >= 0 else {
                failure = errno
                return coreimage_error(errno)
            }
            done += result
            position += Int64(result)
            size = max(size, position)
        }
        return Int32(count)
    }

    private func seek(_ offset: Int64, _ origin: Int32) -> Int64 {
        if origin & coreimage_seek_size != 0 { return size }
        let base: Int64 =
            switch origin & 0xFF {
            case SEEK_SET: 0
            case SEEK_CUR: position
            case SEEK_END: size
            default: -1
            }
        let (target, overflows) = base.addingReportingOverflow(offset)
        guard base >= 0, !overflows, target >= 0 else { return Int64(coreimage_error(EINVAL)) }
        position = target
        return target
    }
}
