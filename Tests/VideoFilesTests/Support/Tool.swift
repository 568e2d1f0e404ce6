import Foundation
import Testing

/// The programs `ffmpeg` and `ffprobe`, which make the clips of the tests and say what is in them.
enum Tool {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Whether the programs, and the worker, are there. Without them the tests are skipped.
    static let areInstalled = ["ffmpeg", "ffprobe"].allSatisfy { path($0) != nil }

    private static func path(_ name: String) -> String? {
        ["/usr/bin/", "/usr/local/bin/"].map { $0 + name }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Runs a program, and returns what it prints.
    @discardableResult
    static func run(_ name: String, _ arguments: [String]) throws -> Data {
        try runWithMessages(name, arguments).output
    }

    /// Runs a program, and returns what it prints to standard error.
    static func messages(_ name: String, _ arguments: [String]) throws -> String {
        try runWithMessages(name, arguments).messages
    }

    private static func runWithMessages(
        _ name: String, _ arguments: [String]
    ) throws -> (output: Data, messages: String) {
        guard let path = path(name) else { throw Failure(description: "\(name) isn't installed") }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let (output, errors) = (Pipe(), FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())"))
        try Data().write(to: errors)
        defer { try? FileManager.default.removeItem(at: errors) }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let text = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
        guard process.terminationStatus == 0 else {
            throw Failure(description: "\(name) \(arguments.joined(separator: " ")): \(text.suffix(800))")
        }
        return (data, text)
    }

    /// Runs ffmpeg without asking and with few messages.
    static func encode(_ arguments: String, to file: String) throws {
        try run("ffmpeg", ["-v", "error", "-y"] + arguments.split(separator: " ").map(String.init) + [file])
    }

    /// Returns the samples of all frames of the first video stream, without padding, as ffmpeg decodes them.
    static func samples(
        of file: String, _ options: [String] = [], inputOptions: [String] = []
    ) throws -> Data {
        try run(
            "ffmpeg",
            ["-v", "error", "-noautorotate"] + inputOptions + ["-i", file, "-map", "0:v:0"] + options
                + ["-fps_mode", "passthrough", "-f", "rawvideo", "-"])
    }

    /// Returns one column of what ffprobe says about the frames, packets or streams of a file.
    static func probe(
        _ file: String, _ section: String, _ stream: String?, _ entries: String, _ options: [String] = []
    ) throws -> [String] {
        let selection = stream.map { ["-select_streams", $0] } ?? []
        let data = try run(
            "ffprobe",
            ["-v", "error"] + selection + options
                + ["-show_entries", "\(section)=\(entries)", "-of", "compact=p=0:nk=1", file])
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map {
            $0.trimmingCharacters(in: CharacterSet(charactersIn: "| "))
        }
    }
}
