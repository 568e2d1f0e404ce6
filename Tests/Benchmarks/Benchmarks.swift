import CoreImage
import Foundation

/// The program that `bench.py` runs to benchmark this library beside its peers.
///
/// - `kernels [NAME…] [--megapixels N] [--backend interpreter|JIT] [--json]` times kernels alone; NAME is a part of a
///   kernel's name.
/// - `compile [ROUNDS]` times compiling the same kernels.
/// - `serve` renders the workloads requested on standard input.
/// - `picture WIDTHxHEIGHT FILE` writes the benchmark picture, as raw RGBA or encoded, depending on the file's
///   extension.
/// - `filters` times making every filter by name.
/// - `units COUNT FOLDER` writes image units to be scanned, and `scan FOLDER` prints the time of loading them in
///   milliseconds.
/// - `overhead UNIT FILTER` times a unit's filter in a worker process and in this process.
/// - `strokes` times brush strokes on a canvas of 12 megapixels.
/// - `frames` times filtering frames of video of 1920 × 1080 pixels in memory.
/// - `decode FILE` reads all frames of a video, and `play FILE` plays it through five filters by the clock.
/// - `detection FOLDER ROUNDS` prints the cost of feature detection, with pictures that it writes temporarily to the
///   folder.
@main
struct Benchmarks {
    static func main() async {
        do {
            var words = Array(CommandLine.arguments.dropFirst())
            switch words.first {
            case "serve": try WorkloadServer().serve()
            case "filters": printFilterCreation()
            case "units":
                guard words.count == 3, let count = Int(words[1]) else { throw Usage(text: "units COUNT FOLDER") }
                try UnitGenerator(folder: URL(fileURLWithPath: words[2], isDirectory: true)).write(count: count)
            case "scan":
                guard words.count == 2 else { throw Usage(text: "scan FOLDER") }
                try printScan(words[1])
            case "overhead":
                guard words.count == 3 else { throw Usage(text: "overhead UNIT FILTER") }
                print(try UnitOverhead(unit: URL(fileURLWithPath: words[1]), filter: words[2]).json)
            case "strokes": print(try StrokeCost(width: 4000, height: 3000, radius: 25).json)
            case "frames": try FrameCost(width: 1920, height: 1080).printJSON(Array(words.dropFirst()))
            case "decode", "play":
                guard words.count == 2 else { throw Usage(text: "\(words[0]) FILE") }
                try await printVideo(words[0], VideoCost(file: words[1]))
            case "detection":
                guard words.count == 3, let rounds = Int(words[2]), rounds > 0 else {
                    throw Usage(text: "detection FOLDER ROUNDS")
                }
                try DetectionCost(folder: URL(fileURLWithPath: words[1], isDirectory: true), rounds: rounds).run()
            case "picture":
                guard words.count == 3 else { throw Usage(text: "picture WIDTHxHEIGHT FILE") }
                try writePicture(size: words[1], path: words[2])
            case "compile":
                guard words.count <= 2, let rounds = Int(words.count > 1 ? words[1] : "9"), rounds > 0 else {
                    throw Usage(text: "compile [ROUNDS]")
                }
                try CompilationCost().print(rounds: rounds)
            case "kernels":
                words.removeFirst()
                fallthrough
            default: try KernelTable(words).run()
            }
        } catch {
            FileHandle.standardError.write(Data("benchmarks: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func printFilterCreation() {
        let creation = FilterCreation()
        func text(_ seconds: Double) -> String { String(format: "%8.2f µs", seconds * 1e6) }
        for (name, mean) in creation.seconds.sorted(by: { $0.mean > $1.mean }) { print(text(mean), name) }
        print(text(creation.mean), "on average")
        print(text(creation.firstRound), "for every filter once, and the registry")
    }

    private static func printVideo(_ what: String, _ cost: VideoCost) async throws {
        if what == "decode" { return print(try await cost.decode()) }
        let played = try await cost.play()
        print(#"{"shown": \#(played.shown), "dropped": \#(played.dropped), "late": \#(played.late)}"#)
    }

    private static func printScan(_ path: String) throws {
        let folder = URL(fileURLWithPath: path, isDirectory: true)
        let start = DispatchTime.now().uptimeNanoseconds
        let reports = CIPlugIn.reports(scanning: folder, allowExecutableCode: false)
        let time = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6
        if let problem = reports.flatMap(\.problems).first(where: \.isError) { throw Usage(text: "\(problem)") }
        print(time)
    }

    private struct Usage: Error, CustomStringConvertible {
        var text: String
        var description: String { "usage: \(text)" }
    }

    private static func writePicture(size: String, path: String) throws {
        let sides = size.split(separator: "x").compactMap { Int($0) }
        guard sides.count == 2, sides.allSatisfy({ $0 > 0 }) else { throw Usage(text: "picture WIDTHxHEIGHT FILE") }
        let picture = BenchmarkPicture(width: sides[0], height: sides[1])
        let file = URL(fileURLWithPath: path)
        if file.pathExtension == "rgba" { return try picture.pixels.write(to: file) }
        try CIContext(options: [.workingColorSpace: NSNull()]).writeRepresentation(
            of: picture.image(), to: file, format: .RGBX8, options: [.lossyCompressionQuality: 0.92])
    }
}
