import ChildProcesses
import CommandOutput
import CoreImageVideo
import Foundation
import UntrustedInput
import VideoExchange
import VideoFiles

/// Where a command writes a video.
package struct VideoDestination: Sendable {
    /// The argument for standard output.
    package static let standardOutput = "-"
    /// The name of the format of YUV4MPEG2 streams.
    package static let streamExtension = "y4m"

    /// The kinds of files.
    package enum Kind: Hashable, Sendable {
        /// A container of streams.
        case container(WritingRequest.Container)
        /// A YUV4MPEG2 stream.
        case stream
    }

    /// The path, or `-` for standard output.
    package let path: String
    /// The kind of file.
    package let kind: Kind
    /// Whether an existing file is replaced.
    package let replaces: Bool

    /// All extensions, the usual ones of formats first.
    package static var extensions: [String] {
        WritingRequest.Container.allCases.map { $0.extensions[0] } + [streamExtension]
    }

    /// Determines the destination.
    ///
    /// - Parameter format: The value of `--format`, an extension.
    /// - Throws: `UsageError`.
    package init(_ path: String, format: String?, replaces: Bool = true) throws(UsageError) {
        if path.isEmpty { throw UsageError("-o: the name is empty; name a file") }
        (self.path, self.replaces) = (path, replaces)
        let chosen = try format.map { text throws(UsageError) in
            guard let kind = Self.kind(of: text) else {
                throw UsageError("--format \(printable(text)): write \(Self.list)")
            }
            return kind
        }
        guard path != Self.standardOutput else {
            if isatty(STDOUT_FILENO) == 1 {
                throw UsageError(
                    "-o -: standard output is a terminal; send it to a file or to another command, as in: … -o - | mpv -"
                )
            }
            kind = chosen ?? .stream
            return
        }
        let pathExtension = PathText(path).pathExtension
        guard let named = Self.kind(of: pathExtension) else {
            throw UsageError("-o \(printable(path)): its name must end in \(Self.list), which says the format")
        }
        if let chosen, chosen != named {
            throw UsageError(
                "--format \(format ?? ""): the format of a file is that of its name's ending; change the ending of -o \(printable(path))"
            )
        }
        kind = named
    }

    /// Whether this is standard output.
    package var isStandardOutput: Bool { path == Self.standardOutput }

    /// The container; nil for a YUV4MPEG2 stream.
    package var fileContainer: WritingRequest.Container? {
        if case .container(let container) = kind { container } else { nil }
    }

    /// The container; Matroska, which isn't used, for a stream.
    var container: WritingRequest.Container { fileContainer ?? .matroska }

    /// Whether a path has the extension of a video file that can be written, or of another usual one.
    package static func isVideo(_ path: String) -> Bool {
        let pathExtension = PathText(path).pathExtension.lowercased()
        return kind(of: pathExtension) != nil
            || ["mpg", "mpeg", "wmv", "asf", "flv", "3gp", "3g2", "vob", "dv", "ivf"].contains(pathExtension)
    }

    static func kind(of pathExtension: String) -> Kind? {
        let lower = pathExtension.lowercased()
        if lower == streamExtension { return .stream }
        return WritingRequest.Container(extension: lower).map { .container($0) }
    }

    private static var list: String {
        extensions.dropLast().map { "." + $0 }.joined(separator: ", ") + " or ." + (extensions.last ?? "")
    }

    /// Starts what writes the destination, while the input is opened.
    package func prepare() {
        if case .container = kind { VideoFileWriter.startInAdvance() }
    }

    /// Opens the destination.
    ///
    /// - Parameter frameRate: Frames a second, for a stream.
    func open(
        _ request: WritingRequest, _ format: FrameFormat, frameRate: Ratio?
    ) throws -> any VideoSink {
        let name = isStandardOutput ? "standard output" : path
        switch kind {
        case .container:
            let writer =
                isStandardOutput
                ? try VideoFileWriter(descriptor: Self.standardOutputFile(), name: name, request)
                : try VideoFileWriter(path: PathText(path).fileURL().path, request, replaces: replaces)
            return try FileVideoSink(writer, format, name: name)
        case .stream:
            let rate = frameRate ?? Ratio(25, 1)
            if isStandardOutput {
                return try YUV4MPEGSink(Self.standardOutputFile(), format, frameRate: rate, name: name)
            }
            return try YUV4MPEGSink(
                path: PathText(path).fileURL().path, format, frameRate: rate, replaces: replaces)
        }
    }

    private static func standardOutputFile() -> FileDescriptor { FileDescriptor(VideoInput.duplicate(STDOUT_FILENO)) }
}
