import ChildProcesses
import Foundation

/// Reads the bytes of memory, or of a file, whose descriptor a client has sent.
///
/// The bytes are copied, so that the client can't change or shrink them while a decoder reads them.
enum DescriptorBytes {
    /// Returns all bytes.
    ///
    /// - Throws: `JobFailure` of the kind `input` or `memory`.
    static func read(_ file: FileDescriptor, limit: Int) throws(JobFailure) -> Data {
        let size = try size(of: file)
        guard size <= limit else {
            throw JobFailure(
                .memory, "The picture in memory has \(size) bytes, more than the \(limit) that a job may have.")
        }
        guard let bytes = malloc(size) else { throw JobFailure(.memory, "The system has no \(size) bytes of memory.") }
        var done = 0
        while done < size {
            let count = withExtendedLifetime(file) { pread(file.number, bytes + done, size - done, off_t(done)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let reason = count == 0 ? "it became shorter" : String(cString: strerror(errno))
                free(bytes)
                throw JobFailure(.input, "The picture in memory can't be read: \(reason).")
            }
            done += count
        }
        return Data(bytesNoCopy: bytes, count: size, deallocator: .free)
    }

    /// The size of a file or of memory that isn't empty.
    private static func size(of file: FileDescriptor) throws(JobFailure) -> Int {
        var information = stat()
        let isKnown = withExtendedLifetime(file) { fstat(file.number, &information) } == 0
        guard isKnown, information.st_mode & S_IFMT == S_IFREG else {
            throw JobFailure(
                .input, "The descriptor of a picture is neither memory nor a file.",
                remedy: "Send a descriptor made by memfd_create, or of an open file.")
        }
        guard information.st_size > 0 else { throw JobFailure(.input, "The picture in memory has no bytes.") }
        return Int(information.st_size)
    }
}
