import ChildProcesses
import Foundation
import ImageFiles
import UntrustedInput

extension JobRequest {
    /// Returns a descriptor that was sent with the job's line.
    ///
    /// - Throws: `JobFailure` of the kind `input`.
    func file(_ index: Int, of files: [FileDescriptor]) throws(JobFailure) -> FileDescriptor {
        guard index < files.count else {
            throw JobFailure(
                .input, "The job names descriptor \(index), and \(files.count) came with its line.",
                remedy: "Send the line through the socket in one message, together with its descriptors.")
        }
        return files[index]
    }

    /// The paths of the job's pictures that are files.
    var picturePaths: [String] {
        let pictures = [input].compactMap { $0 } + images.sorted { $0.key < $1.key }.map(\.value)
        return pictures.compactMap { if case .file(let path) = $0 { path } else { nil } }
    }
}

extension ResultAddress {
    /// The path of the result's file. Nil for memory.
    var path: String? { if case .file(let path) = self { path } else { nil } }

    /// Returns the format of the result.
    ///
    /// - Throws: `ImageFileError` for one that can't be written; `JobFailure` for a path of a folder.
    func format() throws -> ImageFileFormat {
        switch self {
        case .file(let path):
            if PathText(path).isFolderPath {
                throw JobFailure(.malformed, "\(printable(path)) names a folder.", remedy: "Name a file in it.")
            }
            return try ImageFileWriter.format(for: PathText(path).fileURL())
        case .memory(let format):
            return try ImageFileWriter.format(for: URL(fileURLWithPath: "result." + format.replacing("/", with: "")))
        }
    }
}
