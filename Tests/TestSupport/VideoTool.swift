import Foundation

/// The programs `ffmpeg` and `ffprobe`, which make the clips of tests and say what is in them and in the results.
package enum VideoTool {
    /// What a program that failed has printed.
    package struct Failure: Error, CustomStringConvertible {
        /// The command and its messages.
        package let description: String
    }

    /// Whether the programs, and the program for video files, are there. Without them the tests are skipped.
    package static let areThere =
        ["ffmpeg", "ffprobe"].allSatisfy { path($0) != nil }
        && FileManager.default.isExecutableFile(atPath: ProductsFolder.product("coreimage-video-worker").path)
    /// Why the tests are skipped.
    package static let missing =
        "ffmpeg or coreimage-video-worker isn't there: install ffmpeg, libavformat-dev, libavcodec-dev and libavutil-dev, and build again"

    private static func path(_ name: String) -> String? {
        ["/usr/bin/", "/usr/local/bin/"].map { $0 + name }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Options of ffmpeg that state the colours, so that none are assumed.
    package static let tags = "-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv"

    /// Runs a program, and returns what it prints.
    @discardableResult
    package static func run(_ name: String, _ arguments: [String]) throws -> Data {
        try runWithMessages(name, arguments).output
    }

    /// Runs a program, and returns what it prints to standard error.
    package static func messages(_ name: String, _ arguments: [String]) throws -> String {
        try runWithMessages(name, arguments).messages
    }

    private static func runWithMessages(
        _ name: String, _ arguments: [String]
    ) throws -> (output: Data, messages: String) {
        guard let path = path(name) else { throw Failure(description: "\(name) isn't installed") }
        let process = LaunchedProgram()
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

    /// Makes a file with ffmpeg. Parts of words between single quotes may have spaces.
    package static func encode(_ arguments: String, to file: String) throws {
        var (words, word, isQuoted): ([String], String, Bool) = ([], "", false)
        for character in arguments {
            if character == "'" {
                isQuoted.toggle()
            } else if character == " ", !isQuoted {
                if !word.isEmpty { words.append(word) }
                word = ""
            } else {
                word.append(character)
            }
        }
        if !word.isEmpty { words.append(word) }
        try run("ffmpeg", ["-v", "error", "-y"] + words + [file])
    }

    /// Returns the samples of all frames of the first video stream, without padding, as ffmpeg decodes them.
    package static func samples(
        of file: String, _ options: [String] = [], inputOptions: [String] = []
    ) throws -> Data {
        try run(
            "ffmpeg",
            ["-v", "error", "-noautorotate"] + inputOptions + ["-i", file, "-map", "0:v:0"] + options
                + ["-fps_mode", "passthrough", "-f", "rawvideo", "-"])
    }

    /// Returns the samples of all frames of the first video stream in a pixel format.
    package static func samples(of file: String, _ format: String, _ options: [String] = []) throws -> Data {
        try samples(of: file, options + ["-pix_fmt", format])
    }

    /// Returns the lines of what ffprobe says about the frames, packets or streams of a file.
    package static func probe(
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

    /// Returns the times in seconds at which frames are shown, in their order.
    package static func times(of file: String) throws -> [Double] {
        try probe(file, "frame", "v:0", "pts_time").compactMap { Double($0) }
    }
}
