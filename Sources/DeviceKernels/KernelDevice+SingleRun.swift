import ImageGraph
import Pixels

extension KernelDevice {
    /// Runs a kernel on images in the memory of the process: copies them to the device, computes the region, and copies
    /// the result back.
    ///
    /// - Throws: The errors of `perform(_:)`. Unless a copy from the device fails, nothing is written then.
    package func run(
        _ kernel: any DeviceKernel, arguments: KernelArguments, images: [SamplerBinding], region: PixelRect,
        output: PixelView, stepBudget: Int
    ) throws {
        try kernel.program.validateCall(arguments, images, region, output)
        guard output.format == kernel.layout.output else {
            throw DeviceKernelError.wrongOutputFormat(kernel: kernel.program.name)
        }
        if region.isEmpty { return }
        var work = DeviceWork()
        let pixels = try images.map { image -> DeviceImage? in
            let readable = SamplerGeometry(image).readable
            if readable.isEmpty { return nil }
            let copy = try DeviceImage(bounds: readable, format: image.pixels.format, on: self)
            work.uploads.append(DeviceWork.Copy(image.pixels, copy, readable))
            return copy
        }
        let result = try DeviceImage(bounds: region, format: output.format, on: self)
        work.runs = [
            DeviceRun(
                kernel, arguments: arguments, images: images, pixels: pixels, region: region, output: result,
                stepBudget: stepBudget)
        ]
        work.downloads = [DeviceWork.Copy(output, result, region)]
        try perform(work)
    }
}
