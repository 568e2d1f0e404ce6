import CoreImage
import Foundation

/// Measures the overhead of running a unit's code in a worker process: the time for making a filter's output image
/// there and in this process.
struct UnitOverhead {
    /// The times in milliseconds for making an output image: the first one, which starts the process; and the median
    /// and the 99th percentile of 2000 later ones.
    struct Times {
        var first: Double
        var median: Double
        var worst: Double
    }

    let worker: Times
    let here: Times

    /// - Parameters:
    ///   - unit: A unit with an executable filter that has an input image.
    ///   - filter: The filter's name.
    init(unit: URL, filter: String) throws {
        CIPlugIn.trustsExecutableCode = false
        try CIPlugIn.loadReporting(unit, allowExecutableCode: true)
        worker = try Self.times(of: filter)
        CIPlugIn.unload(unit)
        CIPlugIn.trustsExecutableCode = true
        try CIPlugIn.loadReporting(unit, allowExecutableCode: true)
        here = try Self.times(of: filter)
    }

    private static func times(of name: String) throws -> Times {
        let image = CIImage(color: .red).cropped(to: CGRect(x: 0, y: 0, width: 640, height: 480))
        func time() throws -> Double {
            let start = DispatchTime.now().uptimeNanoseconds
            let filter = try CIFilter.named(name, parameters: [kCIInputImageKey: image])
            _ = try filter.renderableOutput()
            return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6
        }
        let first = try time()
        let others = try (0..<2000).map { _ in try time() }.sorted()
        return Times(first: first, median: others[others.count / 2], worst: others[others.count * 99 / 100])
    }

    /// The times as a line of JSON.
    var json: String {
        func text(_ times: Times) -> String {
            String(
                format: #"{"first": %.4f, "median": %.4f, "worst": %.4f}"#, times.first, times.median, times.worst)
        }
        return #"{"worker": \#(text(worker)), "here": \#(text(here))}"#
    }
}
