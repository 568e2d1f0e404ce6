import ArgumentParser
import Foundation
import ImageFiles
import UntrustedInput

/// Where the results of a command's pictures go, as `-o` says.
enum ResultDestination {
    /// The one result's file.
    case file(String)
    /// Standard output, for the one result, in this format.
    case standardOutput(ImageFileFormat)
    /// Files of their own, for any number of results.
    case files(ResultNames)

    /// The name that stands for standard input and output.
    static let standard = "-"

    /// - Parameter format: What `--format` says.
    /// - Throws: `ValidationError` for an output that doesn't go with the inputs.
    init(_ output: String, inputs: [String], format: ImageFileFormat?) throws {
        if output == Self.standard {
            self = .standardOutput(try Self.standardOutputFormat(inputs, format))
            return
        }
        let names = try Self.names(output, inputs, format)
        guard let names else {
            if let format, ImageFileFormat(pathExtension: PathText(output).pathExtension) != format {
                throw ValidationError(
                    "--format \(format.extensions[0]): the format of one result is that of its name's ending; "
                        + "change the ending of -o \(output), or put a slash behind a folder's name")
            }
            self = .file(output)
            return
        }
        if inputs.isEmpty {
            throw ValidationError("-o \(output): there is no input that the result could be named after; name a file")
        }
        if inputs.contains(Self.standard) {
            throw ValidationError(
                "-: standard input has no name for its result, and goes alone; write it to a file, or to - with --format"
            )
        }
        self = .files(names)
    }

    /// The names of several results; nil where there is one, whose file is named.
    private static func names(
        _ output: String, _ inputs: [String], _ format: ImageFileFormat?
    ) throws -> ResultNames? {
        if let pattern = NamePattern(output) {
            if let mistake = pattern.mistake(format: format) { throw ValidationError("-o \(output): \(mistake)") }
            return .pattern(pattern)
        }
        let path = PathText(output)
        let folder = ResultNames.folder(path.fileURL(isDirectory: true))
        if path.isFolderPath || PictureInputs.isFolder(output) { return folder }
        guard isList(inputs) else { return nil }
        // A folder that isn't there yet may have any other name.
        guard ImageFileFormat(pathExtension: path.pathExtension) == nil else {
            throw ValidationError(
                "-o \(output): several pictures can't be written to one file; name a folder, or write "
                    + "-o '{name}.\(path.pathExtension)' for names made of the inputs'; filters stand behind --")
        }
        return folder
    }

    /// Whether inputs may stand for more than one picture.
    static func isList(_ inputs: [String]) -> Bool {
        inputs.count > 1 || inputs.contains(where: PictureInputs.isFolder)
    }

    private static func standardOutputFormat(_ inputs: [String], _ format: ImageFileFormat?) throws -> ImageFileFormat {
        if isList(inputs) {
            throw ValidationError("-o -: several pictures don't fit into standard output; name a folder")
        }
        guard let format else {
            throw ValidationError("-o -: standard output has no name that says a format; add --format jpg, png …")
        }
        if isatty(STDOUT_FILENO) == 1 {
            throw ValidationError("-o -: standard output is a terminal; send it to a file or to another command")
        }
        return format
    }
}
