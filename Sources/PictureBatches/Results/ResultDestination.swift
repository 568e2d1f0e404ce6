import CommandOutput
import Foundation
import ImageFiles
import UntrustedInput

/// The destination of a command's results, given with `-o`.
package enum ResultDestination: Sendable {
    /// A file, for a single result.
    case file(String)
    /// Standard output in the given format, for a single result.
    case standardOutput(ImageFileFormat)
    /// A separate file for each result.
    case files(ResultNames)

    /// The argument for standard output.
    static let standardOutputArgument = "-"

    /// Determines the destination.
    ///
    /// - Parameter format: The value of `--format`.
    /// - Throws: `UsageError` for an output that doesn't match the inputs.
    init(_ output: String, inputs: [String], format: ImageFileFormat?) throws(UsageError) {
        if output.isEmpty { throw UsageError("-o: the name is empty; name a file or a folder") }
        if output == Self.standardOutputArgument {
            self = .standardOutput(try Self.standardOutputFormat(inputs, format))
            return
        }
        let names = try Self.names(output, inputs, format)
        guard let names else {
            if let format, ImageFileFormat(pathExtension: PathText(output).pathExtension) != format {
                throw UsageError(
                    "--format \(format.extensions[0]): the format of one result is that of its name's ending; "
                        + "change the ending of -o \(output), or put a slash behind a folder's name")
            }
            self = .file(output)
            return
        }
        if inputs.isEmpty {
            throw UsageError("-o \(output): there is no input that the result could be named after; name a file")
        }
        if inputs.contains(PictureReader.standardInput) {
            throw UsageError(
                "-: standard input has no name for its result, and goes alone; write it to a file, or to - with --format"
            )
        }
        self = .files(names)
    }

    /// Returns the naming scheme for several results. Returns nil if `output` names a single file.
    private static func names(
        _ output: String, _ inputs: [String], _ format: ImageFileFormat?
    ) throws(UsageError) -> ResultNames? {
        if let pattern = NamePattern(output) {
            if let mistake = pattern.mistake(format: format) { throw UsageError("-o \(output): \(mistake)") }
            return .pattern(pattern)
        }
        let path = PathText(output)
        let folder = ResultNames.folder(path.fileURL(isDirectory: true))
        if path.isFolderPath || PictureInputs.isFolder(output) { return folder }
        guard isList(inputs) else { return nil }
        // A folder that doesn't exist yet may have any name without a picture's extension.
        guard ImageFileFormat(pathExtension: path.pathExtension) == nil else {
            throw UsageError(
                "-o \(output): several pictures can't be written to one file; name a folder, or write "
                    + "-o '{name}.\(path.pathExtension)' for names made of the inputs'; filters stand behind --")
        }
        return folder
    }

    package var isStandardOutput: Bool { if case .standardOutput = self { true } else { false } }

    /// The format of the result's file. Nil if its name says none, or there are several results.
    var format: ImageFileFormat? {
        switch self {
        case .file(let path): ImageFileFormat(pathExtension: PathText(path).pathExtension)
        case .standardOutput(let format): format
        case .files: nil
        }
    }

    /// Checks that all results can have a depth, as far as their formats follow from the arguments.
    ///
    /// - Parameter chosen: The value of `--format`.
    /// - Throws: `UsageError`.
    func check(_ depth: PictureDepth?, format chosen: ImageFileFormat?) throws(UsageError) {
        var common = format
        if case .files(let names) = self { common = names.format(chosen: chosen) }
        guard let common, let reason = depth?.refusal(in: common) else { return }
        throw UsageError("--" + reason)
    }

    /// Returns whether the inputs may refer to more than one picture.
    package static func isList(_ inputs: [String]) -> Bool {
        inputs.count > 1 || inputs.contains(where: PictureInputs.isFolder)
    }

    private static func standardOutputFormat(_ inputs: [String], _ format: ImageFileFormat?)
        throws(UsageError) -> ImageFileFormat
    {
        if isList(inputs) {
            throw UsageError("-o -: several pictures don't fit into standard output; name a folder")
        }
        guard let format else {
            throw UsageError("-o -: standard output has no name that says a format; add --format jpg, png …")
        }
        if isatty(STDOUT_FILENO) == 1 {
            throw UsageError("-o -: standard output is a terminal; send it to a file or to another command")
        }
        return format
    }
}
