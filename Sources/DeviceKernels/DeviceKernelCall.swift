import ImageGraph
import Pixels

/// One run of a kernel on a device: what `PreparedKernel.run` gets, and where it is in the device's memory.
package struct DeviceKernelCall: Sendable {
    /// Scalar arguments.
    package var arguments: KernelArguments
    /// The images as the kernel reads them. Their pixels themselves aren't accessed.
    package var images: [SamplerBinding]
    /// The images' pixels on the device. The bounds of each contain `SamplerGeometry.readable` of its image. The value
    /// doesn't matter for an image without readable pixels.
    package var pixels: [DevicePixels]
    /// The pixels to compute. Not empty.
    package var region: PixelRect
    /// Where to write the result. The bounds contain `region`.
    package var output: DevicePixels
    /// Maximum number of loop iterations of a pixel.
    package var stepBudget: Int
    /// The device's address of the fault word, see `FaultWord`. A multiple of 4.
    package var fault: UInt64

    /// Creates a call.
    package init(
        arguments: KernelArguments, images: [SamplerBinding], pixels: [DevicePixels], region: PixelRect,
        output: DevicePixels, stepBudget: Int, fault: UInt64
    ) {
        (self.arguments, self.images, self.pixels) = (arguments, images, pixels)
        (self.region, self.output, self.stepBudget, self.fault) = (region, output, stepBudget, fault)
    }
}
