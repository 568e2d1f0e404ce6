import DeviceKernels
import ImageGraph
import Interpreter
import KernelLanguage
import KernelTestSupport
import Pixels

/// A device in the memory of this process, whose kernels are interpreted, perhaps with an error.
final class HostDevice: KernelDevice {
    let name = "host"
    let exactness: KernelExactness
    /// What is added to each result.
    private let error: Float
    private let isLost: Bool
    private let formats: Set<PixelFormat>
    /// The formats beside these that kernels read.
    private let readFormats: Set<PixelFormat>
    let overlapsCopies = false

    init(
        exactness: KernelExactness, error: Float = 0, isLost: Bool = false, formats: Set<PixelFormat> = [.RGBAf],
        readFormats: Set<PixelFormat> = []
    ) {
        (self.exactness, self.error, self.isLost) = (exactness, error, isLost)
        (self.formats, self.readFormats) = (formats, readFormats)
    }

    func canRead(_ format: PixelFormat) -> Bool { supports(format) || readFormats.contains(format) }

    func supports(_ format: PixelFormat) -> Bool { formats.contains(format) }

    func kernel(for program: Program, layout: KernelLayout) throws -> any DeviceKernel {
        if isLost { throw DeviceFailure(.lost, device: name, reason: "it is lost") }
        return Kernel(program: program, layout: layout)
    }

    func memory(byteCount: Int) -> any DeviceMemory { HostMemory(byteCount: byteCount) }

    func perform(_ work: DeviceWork) throws {
        for copy in work.uploads { copy.image.hostView.copy(from: copy.view, copy.region) }
        for run in work.runs {
            var images = run.images
            for (index, image) in run.pixels.enumerated() {
                if let image { images[index].pixels = image.hostFloats.view }
            }
            let result = Raster(bounds: run.region)
            // The interpreter reads and writes floats only.
            let layout = KernelLayout(
                images: run.kernel.layout.images.map {
                    ImageLayout(
                        format: .RGBAf, interpolation: $0.interpolation, wrap: $0.wrap, isAligned: $0.isAligned)
                }, output: .RGBAf)
            try InterpreterBackend(stepBudget: run.stepBudget).prepare(run.kernel.program, layout: layout)
                .run(arguments: run.arguments, images: images, region: run.region, output: result.view)
            if error != 0 {
                for y in run.region.y..<run.region.maxY {
                    for x in run.region.x..<run.region.maxX { result[x, y] += error }
                }
            }
            // Floats are stored as they are, also those that are no number.
            if let target = run.output.hostView.raster {
                target.copy(from: result)
            } else {
                run.output.hostView.pack(result)
            }
        }
        for copy in work.downloads { copy.view.copy(from: copy.image.hostView, copy.region) }
    }

    private struct Kernel: DeviceKernel {
        let program: Program
        let layout: KernelLayout
    }
}

extension PixelView {
    fileprivate func copy(from source: PixelView, _ region: PixelRect) {
        precondition(format == source.format, "a copy doesn't convert")
        for y in region.y..<region.maxY {
            pixel(region.x, y).copyMemory(
                from: source.pixel(region.x, y), byteCount: region.width * format.bytesPerPixel)
        }
    }
}
