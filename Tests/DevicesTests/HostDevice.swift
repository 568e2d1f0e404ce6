import DeviceKernels
import ImageGraph
import Interpreter
import KernelLanguage
import Pixels

/// A device in the memory of this process, whose kernels are interpreted, perhaps with an error.
struct HostDevice: KernelDevice {
    let name = "host"
    let exactness: KernelExactness
    /// What is added to each result.
    var error: Float = 0
    var isLost = false

    let overlapsCopies = false

    func supports(_ format: PixelFormat) -> Bool { format == .RGBAf }

    func kernel(for program: Program, layout: KernelLayout) throws -> any DeviceKernel {
        if isLost { throw DeviceFailure(.lost, device: name, reason: "it is lost") }
        return Kernel(program: program, layout: layout)
    }

    func memory(byteCount: Int) -> any DeviceMemory { Memory(byteCount: byteCount) }

    func perform(_ work: DeviceWork) throws {
        for copy in work.uploads { copy.image.view.copy(from: copy.view, copy.region) }
        for run in work.runs {
            var images = run.images
            for (index, image) in run.pixels.enumerated() { if let image { images[index].pixels = image.view } }
            try InterpreterBackend(stepBudget: run.stepBudget).prepare(run.kernel.program, layout: run.kernel.layout)
                .run(arguments: run.arguments, images: images, region: run.region, output: run.output.view)
            guard let result = run.output.view.raster, error != 0 else { continue }
            for y in run.region.y..<run.region.maxY {
                for x in run.region.x..<run.region.maxX { result[x, y] += error }
            }
        }
        for copy in work.downloads { copy.view.copy(from: copy.image.view, copy.region) }
    }

    private struct Kernel: DeviceKernel {
        let program: Program
        let layout: KernelLayout
    }

    private final class Memory: DeviceMemory, @unchecked Sendable {
        let byteCount: Int
        private let bytes: UnsafeMutableRawPointer

        init(byteCount: Int) {
            self.byteCount = byteCount
            bytes = .allocate(byteCount: byteCount, alignment: 256)
        }

        deinit { bytes.deallocate() }

        var address: UInt64 { UInt64(UInt(bitPattern: bytes)) }
    }
}

extension DeviceImage {
    fileprivate var view: PixelView {
        guard let base = UnsafeMutableRawPointer(bitPattern: UInt(pixels.address)) else {
            preconditionFailure("no memory")
        }
        return PixelView(
            bounds: pixels.bounds, format: pixels.format, base: base, bytesPerRow: pixels.bytesPerRow, keeping: memory)
    }
}

extension PixelView {
    fileprivate func copy(from source: PixelView, _ region: PixelRect) {
        guard let target = raster, let pixels = source.raster else { preconditionFailure("pixels aren't floats") }
        for y in region.y..<region.maxY { for x in region.x..<region.maxX { target[x, y] = pixels[x, y] } }
    }
}
