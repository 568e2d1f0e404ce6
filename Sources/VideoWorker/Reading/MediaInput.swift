import CFFmpeg
import ChildProcesses
import Glibc
import VideoExchange

/// The bytes of an open file or pipe, for FFmpeg.
final class MediaInput {
    private static let bufferSize: Int32 = 1 << 18

    private let file: FileDescriptor
    /// The size in bytes, or nil for a pipe.
    let size: Int64?
    private var position: Int64 = 0
    /// The error number of the last failed read, or 0.
    private(set) var failure: Int32 = 0
    /// FFmpeg's context, which calls this object.
    private(set) var context: UnsafeMutablePointer<AVIOContext>?

    init(_ file: FileDescriptor) throws(WorkerProblem) {
        self.file = file
        var information = stat()
        guard fstat(file.number, &information) == 0 else {
            let code = errno
            throw WorkerProblem(.inputOutput, String(cString: strerror(code)), systemError: code)
        }
        size = information.st_mode & S_IFMT == S_IFREG ? Int64(information.st_size) : nil
        let object = Unmanaged.passUnretained(self).toOpaque()
        context = coreimage_open_io(
            Self.bufferSize, object,
            { object, bytes, count in
                guard let object, let bytes else { return coreimage_error_invalid }
                return Unmanaged<MediaInput>.fromOpaque(object).takeUnretainedValue().read(bytes, Int(count))
            }, nil,
            size == nil
                ? nil
                : { object, offset, origin in
                    guard let object else { return -1 }
                    return Unmanaged<MediaInput>.fromOpaque(object).takeUnretainedValue().seek(offset, origin)
                })
        guard context != nil else { throw .memory }
    }

    deinit { coreimage_close_io(&context) }

    /// Returns bytes of a file, without changing where it is read. Nil if they aren't there, or for a pipe.
    func bytes(at position: Int64, count: Int) -> [UInt8]? {
        guard size != nil else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        var result = 0
        repeat { result = pread(file.number, &bytes, count, off_t(position)) } while result < 0 && errno == EINTR
        return result == count ? bytes : nil
    }

    private func read(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int32 {
        while true {
            let result =
                size == nil
                ? Glibc.read(file.number, bytes, count) : pread(file.number, bytes, count, off_t(position))
            if result < 0, errno == EINTR { continue }
            if result < 0, errno == EAGAIN {
                // A pipe that its owner has set to nonblocking.
                var request = pollfd(fd: file.number, events: Int16(POLLIN), revents: 0)
                _ = poll(&request, 1, -1)
                continue
            }
            if result < 0 {
                failure = errno
                return coreimage_error(errno)
            }
            position += Int64(result)
            return result == 0 ? coreimage_error_end : Int32(result)
        }
    }

    /// Forgets a failure, as the bytes will be read again.
    func clearFailure() { failure = 0 }

    private func seek(_ offset: Int64, _ origin: Int32) -> Int64 {
        guard let size else { return -1 }
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
