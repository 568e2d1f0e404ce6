import DeviceKernels
import ImageGraph
import KernelLanguage
import Pixels

extension KernelDevice {
    /// Returns a run that copies pixels on the device, and converts their format. Pixels outside of the image are
    /// transparent; all are if there is none.
    ///
    /// - Throws: `DeviceFailure`.
    func copy(_ input: DeviceImage?, _ region: PixelRect, to output: DeviceImage) throws -> DeviceRun {
        var binding = PixelCopy.binding
        binding.pixels = .outline(of: input)
        binding.extent = binding.pixels.bounds.cgRect
        let image = ImageLayout(format: binding.pixels.format, isAligned: true)
        let kernel = try kernel(
            for: CopyKernel.program, layout: KernelLayout(images: [image], output: output.pixels.format))
        return DeviceRun(
            kernel, arguments: KernelArguments(components: [[]]), images: [binding], pixels: [input], region: region,
            output: output, stepBudget: 1)
    }
}

extension PixelView {
    /// A view with the bounds and the format of an image's pixels, which must not be accessed. Empty if there is no
    /// image.
    static func outline(of image: DeviceImage?) -> PixelView {
        outline(of: image?.pixels.bounds ?? .empty, format: image?.pixels.format ?? .RGBAf)
    }
}
