import Foundation
import Glibc
import TestSupport
import Testing

/// Tests that a crash of the decoder loses no finished frame. The decoder is killed in the middle of a stream, of which
/// nothing more comes.
@Suite("Command: crashes of the decoder", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct VideoCrashTests {
    private let command: CommandProcess
    private static let finishedFrames = 23

    init() throws { command = try CommandProcess() }

    @Test(
        "frames before a crash are kept and can be played, if wanted",
        arguments: [(SIGKILL, "out.mkv"), (SIGSEGV, "out.mkv"), (SIGSEGV, "out.y4m"), (SIGBUS, "out.mp4")])
    func kept(_ signal: Int32, _ output: String) throws {
        let file = command.path("in.mkv")
        let (code, errors) = try run(signal, [output, "--keep-partial"])
        #expect(code == 1 && errors.contains("-: the program for video files crashed (SIG"), "\(errors)")
        // Encoders without a loss, so that frames can be compared.
        let whole = try VideoTool.samples(of: file)
        let kept = try VideoTool.samples(of: command.path(output), "gray")
        let frameSize = 160 * 120
        #expect(kept.count == Self.finishedFrames * frameSize, "\(kept.count / frameSize) frames")
        let isPrefix = kept == whole.prefix(kept.count)
        #expect(isPrefix || output.hasSuffix(".mp4"))
        #expect(try VideoTool.times(of: command.path(output)).count == Self.finishedFrames)
    }

    @Test("nothing is left of a result that wasn't to be kept")
    func notKept() throws {
        let (code, errors) = try run(SIGSEGV, ["out.mkv"])
        #expect(code == 1 && errors.contains("-: the program for video files crashed (SIGSEGV)"), "\(errors)")
        let files = try FileManager.default.contentsOfDirectory(atPath: command.folder.path)
        #expect(files.filter { $0 != ".cache" } == ["in.mkv"])
    }

    /// Filters a stream, and kills the decoder when all frames that have come are finished.
    ///
    /// - Parameter output: The result's name, and further options.
    private func run(_ signal: Int32, _ output: [String]) throws -> (code: Int32, errors: String) {
        let file = command.path("in.mkv")
        try VideoTool.encode(
            "-f lavfi -i testsrc=size=160x120:rate=25:duration=2 -c:v rawvideo -pix_fmt gray", to: file)
        let places = try VideoTool.probe(file, "packet", "v:0", "pos").compactMap { Int($0) }
        let bytes = try Data(contentsOf: URL(fileURLWithPath: file))

        let process = LaunchedProgram()
        process.executableURL = ProductsFolder.product("coreimage")
        let codec = output[0].hasSuffix(".mkv") ? ["--codec", "ffv1"] : []
        process.arguments = ["video", "-", "-o"] + output + codec
        process.currentDirectoryURL = command.folder
        process.environment = ["HOME": command.folder.path, "SWIFT_BACKTRACE": "enable=no"]
        let (input, errors) = (Pipe(), Pipe())
        (process.standardInput, process.standardError) = (input, errors)
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        defer { if process.isRunning { process.terminate() } }
        // The last frame is incomplete.
        try input.fileHandleForWriting.write(contentsOf: bytes.prefix(places[Self.finishedFrames] + 1000))
        // A stream of raw frames is written without a second worker.
        try waitUntilIdle(process.processIdentifier, workers: output[0].hasSuffix(".y4m") ? 1 : 2)
        let decoder = try #require(children(of: process.processIdentifier).first(where: readsPipe))
        #expect(kill(decoder, signal) == 0)
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        try input.fileHandleForWriting.close()
        return (process.terminationStatus, text)
    }

    /// Waits until the command and its workers have computed nothing for half a second.
    private func waitUntilIdle(_ process: pid_t, workers count: Int) throws {
        var (last, quiet) = (-1, 0)
        for _ in 0..<600 where quiet < 10 {
            usleep(50_000)
            let workers = children(of: process)
            let time = (workers + [process]).reduce(0) { $0 + processorTime($1) }
            quiet = time == last && workers.count == count ? quiet + 1 : 0
            last = time
        }
        try #require(quiet == 10, "the command doesn't become idle")
    }

    /// Whether the file that a worker works on is a pipe, as that of the decoder.
    private func readsPipe(_ worker: pid_t) -> Bool {
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(worker)/fd/5")
        return target?.hasPrefix("pipe:") ?? false
    }

    private func children(of process: pid_t) -> [pid_t] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return all.compactMap { pid_t($0) }.filter { fields($0).dropFirst(1).first == "\(process)" }
    }

    /// Returns user and system time in ticks.
    private func processorTime(_ process: pid_t) -> Int {
        fields(process).dropFirst(11).prefix(2).reduce(0) { $0 + (Int($1) ?? 0) }
    }

    /// Returns what the system says about a process, from its state on.
    private func fields(_ process: pid_t) -> [Substring] {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let name = text.lastIndex(of: ")")
        else { return [] }
        return text[text.index(after: name)...].split(separator: " ")
    }
}
