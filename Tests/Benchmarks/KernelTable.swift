import Foundation
import Pixels

/// Times kernels on a picture of 24 megapixels by default, and prints a table or JSON.
struct KernelTable {
    private struct Measurement: Codable {
        var name: String
        var megapixels: Double
        var threads: Int
        var milliseconds: Double
        var processorMilliseconds: Double
        var megapixelsPerSecond: Double
    }

    private var names: [String]
    private var printsJSON = false
    private var megapixels = 24.0
    private var backend = "interpreter"

    /// Parses the options. The remaining words are parts of kernel names.
    init(_ words: [String]) {
        names = words
        if let index = names.firstIndex(of: "--json") {
            names.remove(at: index)
            printsJSON = true
        }
        if let size = take("--megapixels").flatMap(Double.init) { megapixels = max(0.01, size) }
        if let name = take("--backend") { backend = name }
    }

    private mutating func take(_ option: String) -> String? {
        guard let index = names.firstIndex(of: option), index + 1 < names.count else { return nil }
        defer { names.removeSubrange(index...(index + 1)) }
        return names[index + 1]
    }

    /// Measures and prints the results.
    func run() throws {
        let backend = try KernelBenchmark.backend(named: backend)
        let cases = try KernelBenchmark.all().filter { item in
            names.isEmpty || names.contains { item.name.contains($0) }
        }
        let picture = KernelPicture(megapixels: megapixels).raster
        var measurements: [Measurement] = []
        for item in cases {
            for threads in Set([1, ProcessInfo.processInfo.activeProcessorCount]).sorted() {
                let time = try item.median(of: 3, picture: picture, threads: threads, backend: backend)
                let size = Double(picture.bounds.area) / 1e6
                measurements.append(
                    Measurement(
                        name: item.name, megapixels: size, threads: threads, milliseconds: time.wall * 1000,
                        processorMilliseconds: time.processor * 1000, megapixelsPerSecond: size / time.wall))
            }
        }
        try report(measurements)
    }

    private func report(_ measurements: [Measurement]) throws {
        if printsJSON {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            print(String(decoding: try encoder.encode(measurements), as: UTF8.self))
            return
        }
        func row(_ name: String, _ columns: [String]) -> String {
            name.padding(toLength: 22, withPad: " ", startingAt: 0)
                + columns.map { String(repeating: " ", count: max(0, 12 - $0.count)) + $0 }.joined()
        }
        print(row("kernel, \(backend)", ["threads", "Mpixel", "ms", "CPU ms", "Mpixel/s"]))
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
}
