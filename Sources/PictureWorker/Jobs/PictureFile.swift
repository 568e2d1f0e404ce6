import ChildProcesses
import Foundation
import UntrustedInput

/// Opens files that jobs name.
enum PictureFile {
    /// Opens a file of which the system knows how many bytes it has. Reading any other, such as a pipe, a device or
    /// `/proc/kmsg`, could wait without end.
    ///
    /// - Throws: `JobFailure` of the kind `input`.
    static func open(_ path: String) throws(JobFailure) -> FileDescriptor {
        // O_NONBLOCK, so that opening a pipe doesn't wait for a writer.
        let number = Foundation.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard number >= 0 else {
            throw JobFailure(.input, "\(printable(path)) can't be read: \(String(cString: strerror(errno))).")
        }
        let file = FileDescriptor(number)
        var information = stat()
        let isKnown = withExtendedLifetime(file) { fstat(file.number, &information) } == 0
        if let problem = problem(isKnown ? information : nil) {
            throw JobFailure(.input, "\(printable(path)) \(problem).")
        }
        return file
    }

    /// Returns why `open(_:)` doesn't take what is at a path, as the rest of a sentence. Nil if it does, and if there
    /// is nothing or a folder, of which whoever reads it says more.
    static func problem(at path: String) -> String? {
        var information = stat()
        guard stat(path, &information) == 0, information.st_mode & S_IFMT != S_IFDIR else { return nil }
        return problem(information)
    }

    private static func problem(_ information: stat?) -> String? {
        guard let information, information.st_mode & S_IFMT == S_IFREG else { return "isn't a file" }
        // The files of /proc and of similar file systems, which are made while they are read, have a size of 0.
        return information.st_size > 0 ? nil : "is empty, or a file of the system without a size"
    }
}
