import CoreImage
import Foundation

/// Renders workloads one at a time, as lines on standard input ask for them, so that a script can time this program and others by turns.
///
/// A line is a JSON object: `{"run": "W1", "width": 6000, "height": 4000}`, with `"output": PATH` to keep the result's pixels. Each is
/// answered by a line: `{"milliseconds": …}` or `{"error": …}`. `{"kernel": NAME, "backend": "JIT", "threads": 2}` times a kernel alone;
/// `{"create": "mean"}` and `{"create": "worst"}` time making a filter by name, over all filters.
final class WorkloadServer {
    private struct Request: Decodable {
        var run: String?
        var kernel: String?
        var create: String?
        var backend: String?
        var threads: Int?
        var width: Int?
        var height: Int?
        var output: String?
    }

    private struct Reply: Encodable {
        var milliseconds: Double?
        var processorMilliseconds: Double?
        var error: String?
    }

    private struct Refusal: Error, CustomStringConvertible {
        var description: String
    }

    private let managed = CIContext(options: [.workingFormat: CIFormat.RGBAh, .cacheIntermediates: false])
    private let unmanaged = CIContext(options: [
        .workingColorSpace: NSNull(), .workingFormat: CIFormat.RGBAh, .cacheIntermediates: false,
    ])
    private var pictures: BenchmarkPictures?
    private var kernelPicture: KernelPicture?
    private var output = Data()

    /// Serves until standard input ends.
    func serve() throws {
        let encoder = JSONEncoder()
        while let line = readLine() {
            var reply = Reply()
            do {
                let request = try JSONDecoder().decode(Request.self, from: Data(line.utf8))
                let time = try answer(request)
                (reply.milliseconds, reply.processorMilliseconds) = (time.wall * 1000, time.processor * 1000)
            } catch {
                reply.error = "\(error)"
            }
            FileHandle.standardOutput.write(try encoder.encode(reply) + Data("\n".utf8))
        }
    }

    private func answer(_ request: Request) throws -> KernelBenchmark.Time {
        let (width, height) = (request.width ?? 6000, request.height ?? 4000)
        guard width > 0, height > 0, width * height <= 1 << 30 else { throw Refusal(description: "no such size") }
        if let figure = request.create {
            let creation = FilterCreation()
            let seconds = figure == "worst" ? creation.worst?.mean ?? 0 : creation.mean
            return KernelBenchmark.Time(wall: seconds, processor: seconds)
        }
        if let name = request.kernel {
            guard let item = try KernelBenchmark.all().first(where: { $0.name == name }) else {
                throw Refusal(description: "there is no kernel \(name)")
            }
            let picture = kernelPicture ?? KernelPicture(megapixels: 24)
            kernelPicture = picture
            return try item.median(
                of: 1, picture: picture.raster, threads: request.threads ?? 1,
                backend: try KernelBenchmark.backend(named: request.backend ?? "interpreter"))
        }
        guard let name = request.run, let workload = Workload(named: name) else {
            throw Refusal(description: "there is no workload \(request.run ?? "")")
        }
        if pictures?.picture.width != width || pictures?.picture.height != height {
            pictures = nil
            pictures = BenchmarkPictures(width: width, height: height)
        }
        guard let pictures else { throw Refusal(description: "no picture") }
        return try render(workload, pictures, keepingResultAt: request.output)
    }

    private func render(
        _ workload: Workload, _ pictures: BenchmarkPictures, keepingResultAt path: String?
    ) throws -> KernelBenchmark.Time {
        let region = workload.region(in: pictures.picture.bounds)
        let rowBytes = Int(region.width) * 4
        let byteCount = rowBytes * Int(region.height)
        // The peers are handed touched memory or keep theirs from one run to the next, too.
        if output.count != byteCount { output = Data(count: byteCount) }
        _ = pictures.half
        let (start, processorStart) = (DispatchTime.now().uptimeNanoseconds, clock())
        let context = workload.isManaged ? managed : unmanaged
        let image = try workload.recipe(pictures)
        try output.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            try context.renderBitmap(
                image, to: base, rowBytes: rowBytes, bounds: region, format: .RGBA8,
                colorSpace: workload.isManaged ? .sRGBSpace : nil)
        }
        let time = KernelBenchmark.Time(
            wall: Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9,
            processor: Double(clock() - processorStart) / Double(CLOCKS_PER_SEC))
        if let path { try output.write(to: URL(fileURLWithPath: path)) }
        return time
    }
}
