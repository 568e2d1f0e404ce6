import Dispatch
import Foundation
import ImageGraph
import Interpreter
import KernelLanguage
import Pixels

/// Times the interpreter over a 24-megapixel picture. `--json` prints an array of objects; `--megapixels N` changes the size;
/// other words choose benchmarks whose name contains one of them.
@main
struct Benchmarks {
    struct Measurement: Codable {
        var name: String
        var megapixels: Double
        var threads: Int
        var milliseconds: Double
        var processorMilliseconds: Double
        var megapixelsPerSecond: Double
    }

    static func main() {
        do {
            try run()
        } catch {
            FileHandle.standardError.write(Data("benchmarks: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run() throws {
        var words = Array(CommandLine.arguments.dropFirst())
        let printsJSON = words.contains("--json")
        words.removeAll { $0 == "--json" }
        var megapixels = 24.0
        if let index = words.firstIndex(of: "--megapixels"), index + 1 < words.count,
            let size = Double(words[index + 1])
        {
            megapixels = max(0.01, size)
            words.removeSubrange(index...(index + 1))
        }
        let cases = try KernelBenchmark.all().filter { item in
            words.isEmpty || words.contains { item.name.contains($0) }
        }
        let picture = testPicture(megapixels: megapixels)
        var measurements: [Measurement] = []
        for item in cases {
            for threads in Set([1, ProcessInfo.processInfo.activeProcessorCount]).sorted() {
                let time = try item.median(of: 3, picture: picture, threads: threads)
                let size = Double(picture.bounds.area) / 1e6
                measurements.append(
                    Measurement(
                        name: item.name, megapixels: size, threads: threads, milliseconds: time.wall * 1000,
                        processorMilliseconds: time.processor * 1000,
                        megapixelsPerSecond: size / time.wall))
            }
        }
        try report(measurements, asJSON: printsJSON)
    }

    private static func report(_ measurements: [Measurement], asJSON: Bool) throws {
        if asJSON {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            print(String(decoding: try encoder.encode(measurements), as: UTF8.self))
            return
        }
        func row(_ name: String, _ columns: [String]) -> String {
            name.padding(toLength: 22, withPad: " ", startingAt: 0)
                + columns.map { String(repeating: " ", count: max(0, 12 - $0.count)) + $0 }.joined()
        }
        print(row("benchmark", ["threads", "Mpixel", "ms", "CPU ms", "Mpixel/s"]))
        for item in measurements {
            print(
                row(
                    item.name,
                    [
                        "\(item.threads)", String(format: "%.1f", item.megapixels),
                        String(format: "%.1f", item.milliseconds), String(format: "%.1f", item.processorMilliseconds),
                        String(format: "%.1f", item.megapixelsPerSecond),
                    ]))
        }
    }

    /// A picture of smooth gradients with some noise, alpha between ½ and 1.
    private static func testPicture(megapixels: Double) -> Raster {
        let width = max(1, Int((megapixels * 1e6 * 3 / 2).squareRoot()))
        let bounds = PixelRect(x: 0, y: 0, width: width, height: max(1, width * 2 / 3))
        let raster = Raster(bounds: bounds)
        var noise: UInt32 = 1
        for y in 0..<bounds.height {
            let row = raster.row(y)
            for x in 0..<width {
                noise = noise &* 1_664_525 &+ 1_013_904_223
                let grain = Float(noise >> 8) * 0x1p-28
                let (u, v) = (Float(x) / Float(width), Float(y) / Float(bounds.height))
                let alpha = 0.5 + 0.5 * v
                row[x] = SIMD4(u + grain, v, 1 - u, 1) * alpha
            }
        }
        return raster
    }
}
