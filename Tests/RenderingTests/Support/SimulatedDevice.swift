import DeviceKernels
import Foundation
import ImageGraph
import Interpreter
import KernelLanguage
import KernelTestSupport
import Pixels
import Synchronization

@testable import Rendering

/// A device in the memory of this process. Its kernels run on a back end.
///
/// Every call can be made to fail. Memory is filled with NaNs before it is used, and counted.
final class SimulatedDevice: KernelDevice {
    /// What a call does.
    enum Call: Hashable {
        case kernel, memory, perform
    }

    private struct State {
        var calls: [Call] = []
        var failures: [Int: DeviceFailure.Kind] = [:]
        var isLost = false
        var usedBytes = 0
        var uploadedPixels = 0
        var downloadedPixels = 0
        var runs = 0
    }

    let name = "simulated device"
    let exactness = KernelExactness.equalBits
    private let backend: any KernelBackend
    let overlapsCopies: Bool
    private let memoryLimit: Int
    private let formats: Set<PixelFormat>
    private let readFormats: Set<PixelFormat>
    private let state = Mutex(State())

    init(
        _ backend: any KernelBackend, formats: Set<PixelFormat> = [.RGBAf], reading readFormats: Set<PixelFormat> = [],
        overlapsCopies: Bool = false,
        memoryLimit: Int = .max, failures: [Int: DeviceFailure.Kind] = [:]
    ) {
        (self.backend, self.formats, self.memoryLimit) = (backend, formats, memoryLimit)
        (self.overlapsCopies, self.readFormats) = (overlapsCopies, readFormats)
        state.withLock { $0.failures = failures }
    }

    /// The calls so far.
    var calls: [Call] { state.withLock { $0.calls } }
    /// Bytes that are allocated.
    var usedBytes: Int { state.withLock { $0.usedBytes } }
    /// Pixels that were copied to the device and from it.
    var copiedPixels: (to: Int, from: Int) { state.withLock { ($0.uploadedPixels, $0.downloadedPixels) } }
    /// The number of runs of kernels.
    var runs: Int { state.withLock { $0.runs } }

    func canRead(_ format: PixelFormat) -> Bool { supports(format) || readFormats.contains(format) }

    func supports(_ format: PixelFormat) -> Bool { formats.contains(format) }

    func kernel(for program: Program, layout: KernelLayout) throws -> any DeviceKernel {
        try begin(.kernel)
        for format in layout.images.map(\.format) { precondition(canRead(format), "\(format)") }
        precondition(supports(layout.output), "\(layout.output)")
        // The device converts pixels, so that the back end needs floats only.
        let floats = KernelLayout(
            images: layout.images.map {
                ImageLayout(
                    format: .RGBAf, interpolation: $0.interpolation, wrap: $0.wrap, isAligned: $0.isAligned)
            }, output: .RGBAf)
        // Programs without code are closures of the back end.
        let runner: any KernelBackend = program.body.isEmpty ? backend : InterpreterBackend()
        return Kernel(program: program, layout: layout, prepared: try runner.prepare(program, layout: floats))
    }

    func memory(byteCount: Int) throws -> any DeviceMemory {
        try begin(.memory)
        let fits = state.withLock { state in
            guard byteCount <= memoryLimit - state.usedBytes else { return false }
            state.usedBytes += byteCount
            return true
        }
        guard fits else { throw DeviceFailure(.outOfMemory, device: name, reason: "no memory of \(name) is left") }
        return HostMemory(byteCount: byteCount) { [weak self] in self?.free(byteCount) }
    }

    private func free(_ byteCount: Int) { state.withLock { $0.usedBytes -= byteCount } }

    func perform(_ work: DeviceWork) throws {
        try begin(.perform)
        for copy in work.uploads + work.downloads {
            precondition(copy.view.format == copy.image.pixels.format, "a copy doesn't convert")
        }
        for copy in work.uploads {
            copy.image.hostView.convert(copy.view, copy.region)
            state.withLock { $0.uploadedPixels += copy.region.area }
        }
        for run in work.runs {
            try WorkMeter.current?.check()
            guard let kernel = run.kernel as? Kernel else { preconditionFailure("a kernel of another device") }
            var images = run.images
            for (index, image) in run.pixels.enumerated() {
                precondition(images[index].pixels.format == kernel.layout.images[index].format, "a wrong format")
                let readable = SamplerGeometry(images[index]).readable
                precondition(readable.isEmpty || image?.pixels.bounds.contains(readable) == true, "missing pixels")
                images[index].pixels = (image?.hostFloats ?? Raster(bounds: .empty)).view
            }
            precondition(run.output.pixels.bounds.contains(run.region), "a result without memory")
            precondition(run.output.pixels.format == kernel.layout.output, "a wrong format")
            let result = Raster(bounds: run.region)
            try kernel.prepared.run(
                arguments: run.arguments, images: images, region: run.region, output: result.view)
            run.output.hostView.pack(result)
            state.withLock { $0.runs += 1 }
        }
        for copy in work.downloads {
            copy.view.convert(copy.image.hostView, copy.region)
            state.withLock { $0.downloadedPixels += copy.region.area }
        }
    }

    private func begin(_ call: Call) throws {
        let kind = state.withLock { state -> DeviceFailure.Kind? in
            defer { state.calls.append(call) }
            let kind = state.isLost ? .lost : state.failures[state.calls.count]
            if kind == .lost { state.isLost = true }
            return kind
        }
        if let kind { throw DeviceFailure(kind, device: name, reason: "\(name) was made to fail: \(kind)") }
    }

    private struct Kernel: DeviceKernel {
        let program: Program
        let layout: KernelLayout
        let prepared: any PreparedKernel
    }
}
