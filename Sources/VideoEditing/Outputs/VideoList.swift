import CommandOutput
import Foundation
import PictureBatches
import UntrustedInput

/// Videos and the files to which their results go.
package struct VideoList: Sendable {
    /// A video and its result.
    package struct Entry: Sendable {
        /// The argument that names the video.
        package let input: String
        /// Where the result goes.
        package let destination: VideoDestination
    }

    /// The videos in the order of the arguments.
    package let entries: [Entry]
    /// Videos that can't be read, by their names for messages.
    let refused: [String]
    /// Whether there may be several.
    package let isList: Bool

    /// Lists the videos and their results.
    ///
    /// - Parameters:
    ///   - inputs: The arguments. Several go to a folder, where results have the names of the videos.
    ///   - refused: Names for messages of further videos, which fail because no text names their files.
    ///   - output: A file, a folder, or `-`.
    ///   - format: The value of `--format`, an extension.
    ///   - replaces: Whether existing files in a folder are replaced. An input never is.
    ///   - check: Checks each result before anything is created.
    /// - Throws: `UsageError`, `Refusal`, or the error of `check`.
    package init(
        inputs: [String], refused: [String] = [], output: String, format: String?, replaces: Bool,
        check: (VideoDestination) throws -> Void = { _ in }
    ) throws {
        self.refused = refused
        let path = PathText(output)
        let folder = path.fileURL(isDirectory: true)
        let isFolder = output != VideoDestination.standardOutput && (path.isFolderPath || Self.isFolder(output))
        isList = inputs.count + refused.count > 1 || isFolder
        guard isList else {
            let input = inputs[0]
            entries = [Entry(input: input, destination: try VideoDestination(output, format: format))]
            try Self.check(entries)
            for entry in entries { try check(entry.destination) }
            return
        }
        guard isFolder || VideoDestination.kind(of: path.pathExtension) == nil,
            output != VideoDestination.standardOutput
        else {
            throw UsageError("-o \(printable(output)): several videos can't be written to one file; name a folder")
        }
        if inputs.contains(VideoInput.standardInput) {
            throw UsageError("-: standard input has no name for its result; write it to a file, or to -")
        }
        entries = try inputs.map { input in
            let name = PathText(input).lastComponent
            let stem = name.contains(".") ? String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)]) : name
            let ending = format ?? PathText(input).pathExtension
            let file = folder.appendingPathComponent("\(stem).\(ending)").path
            guard VideoDestination.kind(of: ending) != nil else {
                throw UsageError(
                    "\(printable(input)): its ending names no format that can be written; add --format mp4 or another")
            }
            return Entry(
                input: input, destination: try VideoDestination(file, format: nil, replaces: replaces))
        }
        try Self.check(entries)
        for entry in entries { try check(entry.destination) }
        if !replaces {
            let existing = entries.map(\.destination.path).filter(Self.exists)
            if let first = existing.first {
                let isOne = existing.count == 1
                throw Refusal(
                    (isOne ? "\(first) exists" : "\(first) and \(existing.count - 1) more exist")
                        + " already; add --overwrite to replace \(isOne ? "it" : "them"), or name another folder")
            }
        }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Creates a list of one result.
    ///
    /// - Parameter inputs: The videos that it is made of.
    package init(_ destination: VideoDestination, inputs: [String]) {
        (entries, refused, isList) = ([Entry(input: inputs[0], destination: destination)], [], false)
    }

    /// Checks that no result replaces a video that it is made of.
    package func checkInputs(_ inputs: [String]) throws {
        for entry in entries {
            for input in inputs { try Self.check([Entry(input: input, destination: entry.destination)]) }
        }
    }

    /// Checks that no result replaces an input or another result.
    private static func check(_ entries: [Entry]) throws {
        func real(_ path: String) -> FileName { RealPath.of(PathText(path).fileURL()) }
        let inputs = Dictionary(
            entries.filter { $0.input != VideoInput.standardInput }.map { (real($0.input), $0.input) }
        ) { first, _ in first }
        var results: [FileName: String] = [:]
        for entry in entries where !entry.destination.isStandardOutput {
            let result = real(entry.destination.path)
            if entry.input == VideoInput.standardInput, isStandardInput(entry.destination.path) {
                throw Refusal(
                    "\(entry.destination.path): the result would replace the video on standard input; give it another name"
                )
            }
            if let input = inputs[result] {
                throw Refusal(
                    "\(entry.destination.path): the result would replace the video \(input); give it another name")
            }
            if let other = results[result] {
                throw Refusal(
                    "\(entry.destination.path): the results of \(other) and \(entry.input) would have this name; "
                        + "write them to different folders")
            }
            results[result] = entry.input
        }
    }

    /// Whether the file of a path is open as standard input.
    private static func isStandardInput(_ path: String) -> Bool {
        var (file, input) = (stat(), stat())
        guard stat(PathText(path).fileURL().path, &file) == 0, fstat(STDIN_FILENO, &input) == 0 else { return false }
        return file.st_dev == input.st_dev && file.st_ino == input.st_ino
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: PathText(path).fileURL().path, isDirectory: &isFolder)
            && isFolder.boolValue
    }

    private static func exists(_ path: String) -> Bool {
        var information = stat()
        return lstat(path, &information) == 0
    }
}
