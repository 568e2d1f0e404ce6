import ChildProcesses
import Glibc
import UntrustedInput

/// A job as it is done: the request with its descriptors, and the time that it has.
struct JobInput: Sendable {
    let request: JobRequest
    /// The descriptors that were sent with its line.
    let files: [FileDescriptor]
    /// The time at which it must be finished, if any.
    let deadline: ContinuousClock.Instant?

    /// - Parameter seconds: The time from now on; nil for no deadline.
    init(_ request: JobRequest, files: [FileDescriptor], seconds: Double?) {
        (self.request, self.files) = (request, files)
        deadline = seconds.map { .now + .seconds($0) }
    }

    /// - Throws: `JobFailure` if the deadline has passed.
    func checkDeadline() throws(JobFailure) {
        if let deadline, deadline <= .now { throw JobFailure(.deadline, "The deadline passed before the job began.") }
    }

    /// - Throws: `JobFailure` if the result would replace one of the pictures.
    func checkResultIsNoPicture() throws(JobFailure) {
        guard let path = request.output.path, let result = Self.identity(of: path) else { return }
        guard let picture = request.picturePaths.first(where: { Self.identity(of: $0) == result }) else { return }
        throw JobFailure(
            .malformed, "The output \(printable(path)) is the picture \(printable(picture)), which would be lost.",
            remedy: "Name another file.")
    }

    /// The device and the number of a file; nil if there is none.
    private static func identity(of path: String) -> [UInt64]? {
        var information = stat()
        guard stat(path, &information) == 0 else { return nil }
        return [UInt64(information.st_dev), UInt64(information.st_ino)]
    }
}
