import DeviceKernels
import Foundation
import ImageGraph
import KernelLanguage
import Pixels
import Rendering

/// Measures how fast a device and the processor are, with small works. Takes some ten milliseconds on a graphics
/// processor.
struct DeviceMeasurement {
    private let device: any KernelDevice
    private let backend: any KernelBackend
    private let stepBudget: Int

    /// The side of the measured image: 4 MiB of floats, so that fixed times matter little.
    private static let side = 512
    private static let repetitions = 5

    init(_ device: any KernelDevice, _ backend: any KernelBackend, stepBudget: Int) {
        (self.device, self.backend, self.stepBudget) = (device, backend, stepBudget)
    }

    /// Measures. Each time is the least of several.
    ///
    /// - Throws: `DeviceFailure`, among others.
    func speed() throws -> DeviceSpeed {
        let program = try Self.program()
        let kernel = try device.kernel(for: program, layout: KernelLayout(imageCount: program.samplerCount))
        let bounds = PixelRect(x: 0, y: 0, width: Self.side, height: Self.side)
        let raster = Raster(bounds: bounds)
        raster.fill(bounds, with: SIMD4(0.25, 0.5, 0.75, 1))
        let images = [
            try DeviceImage(bounds: bounds, format: .RGBAf, on: device),
            try DeviceImage(bounds: bounds, format: .RGBAf, on: device),
        ]
        let one = PixelRect(x: 0, y: 0, width: 1, height: 1)
        let small = try seconds { try device.perform(work(kernel, raster, images, one, copies: one)) }
        let copies = try seconds { try device.perform(work(kernel, raster, images, one, copies: bounds)) }
        let computing = try seconds { try device.perform(work(kernel, raster, images, bounds, copies: one)) }
        let processor = try processorSeconds(program, raster)
        let bytes = 2 * Double(bounds.area * PixelFormat.RGBAf.bytesPerPixel)
        let steps = Double(bounds.area * program.instructionCount)
        // Clocks are finer than these times.
        let least = 1e-7
        return DeviceSpeed(
            secondsPerPass: max(small, least), bytesPerSecond: bytes / max(copies - small, least),
            workPerSecond: steps / max(computing - small, least), processorWorkPerSecond: steps / max(processor, least))
    }

    /// A kernel of some hundred instructions, none of which is superfluous.
    private static func program() throws -> Program {
        let lines = (0..<25).map { "p = p * p.bgra * 1.0\($0) + vec4(0.\($0 + 10)); p = fract(p);" }
        let text = "kernel vec4 measured(__sample s) { vec4 p = s; \(lines.joined(separator: " ")) return p; }"
        let result = KernelCompiler.compile(KernelSource(text: text))
        guard let program = result.kernels.first else {
            throw KernelCompilationError(source: result.source, diagnostics: result.diagnostics)
        }
        return program
    }

    private func binding(_ raster: Raster) -> SamplerBinding {
        SamplerBinding(raster: raster, extent: raster.bounds.cgRect)
    }

    private func work(
        _ kernel: any DeviceKernel, _ raster: Raster, _ images: [DeviceImage], _ region: PixelRect, copies: PixelRect
    ) -> DeviceWork {
        var work = DeviceWork()
        work.uploads = [DeviceWork.Copy(raster.view, images[0], copies)]
        work.runs = [
            DeviceRun(
                kernel, arguments: KernelArguments(components: [[]]), images: [binding(raster)], pixels: [images[0]],
                region: region, output: images[1], stepBudget: stepBudget)
        ]
        work.downloads = [DeviceWork.Copy(raster.view, images[1], copies)]
        return work
    }

    /// Returns how long the kernel takes on all cores.
    private func processorSeconds(_ program: Program, _ raster: Raster) throws -> Double {
        let prepared = try backend.prepare(program)
        let output = Raster(bounds: raster.bounds)
        let single = try seconds {
            try prepared.run(
                arguments: KernelArguments(components: [[]]), images: [binding(raster)], region: raster.bounds,
                output: output.view)
        }
        return single / Double(max(1, ProcessInfo.processInfo.activeProcessorCount))
    }

    private func seconds(_ body: () throws -> Void) rethrows -> Double {
        try body()
        var least = Double.infinity
        for _ in 0..<Self.repetitions {
            let start = ContinuousClock.now
            try body()
            let time = (ContinuousClock.now - start).components
            least = min(least, Double(time.seconds) + Double(time.attoseconds) / 1e18)
        }
        return least
    }
}
