import CLinux
import ChildProcesses
import Foundation

/// A folder whose files are pictures. Thread-safe.
package struct PictureFolder: Sendable {
    private let folder: FileDescriptor

    /// Opens a folder. It stays the same folder if another one takes its name.
    ///
    /// - Throws: `SystemProblem`.
    package init(path: String) throws(SystemProblem) {
        let number = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { throw SystemProblem("opening the folder \(path)") }
        folder = FileDescriptor(number)
    }

    /// Opens a file. The kernel refuses links that lead out of the folder.
    ///
    /// - Throws: `Problem`.
    package func file(at path: SourcePath) throws(Problem) -> FileDescriptor {
        // O_NONBLOCK, so that opening a pipe doesn't wait for a writer.
        let number = withExtendedLifetime(folder) {
            clinux_open_beneath(folder.number, path.text, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        }
        guard number >= 0 else { throw Self.problem(errno) }
        let file = FileDescriptor(number)
        var information = stat()
        guard fstat(file.number, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            throw Problem(.missing, "There is no file of this name.", remedy: "Correct the path.")
        }
        return file
    }

    private static func problem(_ code: Int32) -> Problem {
        switch code {
        case ENOENT, ENOTDIR, ENAMETOOLONG, ENXIO:
            Problem(.missing, "There is no picture of this name.", remedy: "Correct the path.")
        case EXDEV, ELOOP, EACCES, EPERM:
            Problem(.forbidden, "The file can't be read, or is outside of the source.", remedy: "Name another file.")
        default:
            Problem(
                .internal, "The file can't be opened: \(String(cString: strerror(code))).",
                remedy: "Report it to the operator.")
        }
    }
}
