import CoreImage
import Foundation

/// Renders one workload for each line on standard input, so that a script can time this program and others alternately.
///
/// A line is a JSON object: `{"run": "W1", "width": 6000, "height": 4000}`, with `"output": PATH` to store the result's
/// pixels. Each is answered by a line: `{"milliseconds": …}` or `{"error": …}`.
/// `{"filter": "CIBoxBlur", "values": {"inputRadius": [10]}}` times a built-in filter, and returns in `megapixels` the
/// number of pixels that the time relates to. `{"kernel": NAME, "backend": "JIT", "threads": 2}` times a kernel alone.
/// `{"create": "mean"}` and `{"create": "worst"}` time making a filter by name, over all filters.
final class WorkloadServer {
    private struct Request: Decodable {
        var run: String?
        var kernel: String?
        var create: String?
        var filter: String?
        var values: [String: [Double]]?
        var backend: String?
        var threads: Int?
        var width: Int?
        var height: Int?
        var output: String?
    }

    private struct Reply: Encodable {
        var milliseconds: Double?
        var processorMilliseconds: Double?
        var megapixels: Double?
        var error: String?
    }

    private struct Refusal: Error, CustomStringConvertible {
        var description: String
    }

    private let managed = CIContext(options: [.workingFormat: CIFormat.RGBAh, .cacheIntermediates: false])
    private let unmanaged = CIContext(options: [
        .workingColorSpace: NSNull(), .workingFormat: CIFormat.RGBAh, .cacheIntermediates: false,
    ])
    private var lastPictures: BenchmarkPictures?
    private var kernelPicture: KernelPicture?
    private var output = PictureMemory(byteCount: 0)

    /// Handles requests until standard input ends.
    func serve() throws {
        let encoder = JSONEncoder()
        while let line = readLine() {
            var reply = Reply()
            do {
                let request = try JSONDecoder().decode(Request.self, from: Data(line.utf8))
                let time: KernelBenchmark.Time
                if let filter = request.filter {
                    (time, reply.megapixels) = try cost(of: filter, request)
                } else {
                    time = try answer(request)
                }
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
        return try render(workload, pictures(width: width, height: height), keepingResultAt: request.output)
    }

    private func cost(of filter: String, _ request: Request) throws -> (KernelBenchmark.Time, megapixels: Double) {
        let workload = try FilterWorkload(filter, values: request.values ?? [:])
        let pictures = pictures(width: request.width ?? 2000, height: request.height ?? 2000)
        let region = try workload.region(pictures)
        let time = try render(region, managed: false, keepingResultAt: request.output) { try workload.recipe(pictures) }
        return (time, workload.megapixels(of: pictures, region))
    }

    private func pictures(width: Int, height: Int) -> BenchmarkPictures {
        if let kept = lastPictures, kept.picture.width == width, kept.picture.height == height { return kept }
        // The old pictures are released before new ones are created, to save memory.
        lastPictures = nil
        let pictures = BenchmarkPictures(width: width, height: height)
        lastPictures = pictures
        return pictures
    }

    private func render(
        _ workload: Workload, _ pictures: BenchmarkPictures, keepingResultAt path: String?
    ) throws -> KernelBenchmark.Time {
        _ = pictures.half
        let region = workload.region(in: pictures.picture.bounds)
        return try render(region, managed: workload.isManaged, keepingResultAt: path) { try workload.recipe(pictures) }
    }

    private func render(
        _ region: CGRect, managed isManaged: Bool, keepingResultAt path: String?, recipe: () throws -> CIImage
    ) throws -> KernelBenchmark.Time {
        let rowBytes = Int(region.width) * 4
        let byteCount = rowBytes * Int(region.height)
        // The peers also use memory that has been written before, or keep theirs from one run to the next.
        if output.byteCount != byteCount { output = PictureMemory(byteCount: byteCount) }
        let (start, processorStart) = (DispatchTime.now().uptimeNanoseconds, clock())
        let image = try recipe()
        try (isManaged ? managed : unmanaged).renderBitmap(
            image, to: output.bytes, rowBytes: rowBytes, bounds: region, format: .RGBA8,
            colorSpace: isManaged ? .sRGBSpace : nil)
        let time = KernelBenchmark.Time(
            wall: Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9,
            processor: Double(clock() - processorStart) / Double(CLOCKS_PER_SEC))
        if let path { try output.data.write(to: URL(fileURLWithPath: path)) }
        return time
    }
}
