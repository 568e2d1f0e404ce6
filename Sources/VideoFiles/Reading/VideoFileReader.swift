import ChildProcesses
import Foundation
import Glibc
import Synchronization
import UntrustedInput
import VideoExchange

/// Reads a video file, or a stream of bytes in one of the formats, in a sandboxed process.
///
/// A reader is one process. It gives frames and packets of one reading at a time: beginning another one ends the one
/// before. To read at several places at once, open several readers. After an error of a reading, the reader can't be
/// used again; frames that it has given stay valid. Thread-safe.
package final class VideoFileReader: Sendable {
    /// What the file says about itself.
    package let description: VideoFileDescription

    private let process: VideoWorkerProcess
    private let turns = ReadingTurns()

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The path of a regular file. Others are refused, as reading them could wait forever; a program that
    ///     wants to read a pipe opens it itself.
    ///   - name: The file's name in messages; by default its path.
    ///   - limits: What the file may demand.
    ///   - program: The program that reads it; by default the installed one.
    package convenience init(
        path: String, name: String? = nil, limits: VideoLimits = .init(), program: URL? = nil
    ) throws(VideoFileError) {
        let name = name ?? path
        let number = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard number >= 0 else {
            let code = errno
            throw VideoFileError(
                .inputOutput, file: name, cause: "the file can't be opened: \(String(cString: strerror(code)))",
                remedy: SystemErrorRemedy.text(code))
        }
        let descriptor = FileDescriptor(number)
        if let kind = Self.specialKind(of: descriptor) {
            throw VideoFileError(
                .inputOutput, file: name, cause: "it is \(kind), not a file",
                remedy: "Give the path of a file, or pass the data through standard input.")
        }
        let nameExtension = PathText(path).lastComponent.split(separator: ".").dropFirst().last.map(String.init)
        try self.init(
            descriptor: descriptor, name: name, nameExtension: nameExtension ?? "", limits: limits, program: program)
    }

    /// Reads an open file or pipe. A file is read from its start, whatever the position of the descriptor; a pipe from
    /// where it is, and only once.
    ///
    /// - Parameters:
    ///   - descriptor: The open file.
    ///   - name: The file's name in messages.
    ///   - nameExtension: The extension of its name, which helps to recognise formats without a signature.
    ///   - limits: What the file may demand.
    ///   - program: The program that reads it; by default the installed one.
    package init(
        descriptor: FileDescriptor, name: String, nameExtension: String = "", limits: VideoLimits = .init(),
        program: URL? = nil
    ) throws(VideoFileError) {
        let hint = String(nameExtension.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(8))
        process = try VideoWorkerProcess(
            .read(nameExtension: hint), on: descriptor, named: name, limits, program: program)
        let message = try process.receive(limit: process.timeLimit)
        guard message.header.kind == .description else { throw process.malformed("it doesn't describe the file") }
        let description = try process.value(VideoFileDescription.self, of: message)
        guard description.streams.count <= limits.streams, description.chapters.count <= limits.chapters,
            description.streams.enumerated().allSatisfy({ $0.offset == $0.element.index && $0.element.isPossible })
        else { throw process.malformed("its description of the file is impossible") }
        self.description = description
    }

    /// Begins to read.
    package func read(_ request: ReadingRequest) throws(VideoFileError) -> VideoFileReading {
        for index in request.copiedStreams + (request.decodedStream.map { [$0] } ?? [])
        where !description.streams.indices.contains(index) {
            throw VideoFileError(
                .invalidRequest, file: process.file, cause: "the file has no stream \(index)",
                remedy: "It has \(description.streams.count) streams.")
        }
        let number = try turns.next { number throws(VideoFileError) in
            try process.send(.begin, generation: number, json: request)
        }
        return VideoFileReading(process, request, description, turns, number)
    }

    /// Begins to decode a stream.
    ///
    /// - Parameters:
    ///   - stream: The number of a stream of video; by default the first one that isn't a cover picture.
    ///   - start: The time of the first frame: reading begins with the frame that is shown at this time, or with the
    ///     last one if the time is after the end. By default it begins at the start.
    ///   - damagePolicy: What happens at a damaged frame.
    package func frames(
        of stream: Int? = nil, from start: RationalTime? = nil,
        damagePolicy: ReadingRequest.DamagePolicy = .stop
    ) throws(VideoFileError) -> VideoFileReading {
        guard let index = stream ?? description.firstVideoStream?.index else {
            throw VideoFileError(
                .unsupported, file: process.file, cause: "the file has no stream of video",
                remedy: "Its streams are: \(description.streams.map(\.kind.rawValue).joined(separator: ", ")).")
        }
        return try read(ReadingRequest(decodedStream: index, start: start, damagePolicy: damagePolicy))
    }

    /// Begins to read packets without decoding them, in the order of the file.
    package func packets(
        of streams: [Int], from start: RationalTime? = nil
    ) throws(VideoFileError) -> VideoFileReading {
        try read(ReadingRequest(decodedStream: nil, copiedStreams: streams, start: start))
    }

    /// Ends the process. A call that waits for it throws an error of the kind `cancelled`, and so do later ones.
    package func cancel() { process.cancel() }

    /// The number of the process, for tests.
    var processIdentifier: Int32 { process.identifier }

    /// Returns what a special file is, or nil for a regular file.
    private static func specialKind(of descriptor: FileDescriptor) -> String? {
        var information = stat()
        guard fstat(descriptor.number, &information) == 0 else { return "unreadable" }
        return switch information.st_mode & S_IFMT {
        case S_IFREG: nil
        case S_IFDIR: "a folder"
        case S_IFIFO: "a pipe"
        case S_IFSOCK: "a socket"
        default: "a device"
        }
    }
}

extension StreamDescription {
    /// Whether times and sizes can be computed with, whatever the file says.
    fileprivate var isPossible: Bool {
        timeBase.isPositive && (video.map { $0.width >= 0 && $0.height >= 0 } ?? true)
    }
}
