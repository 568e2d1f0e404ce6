import ImageGraph
import Pixels

/// What a device does in one go: first all copies to it, then the runs one after the other, then all copies from it.
///
/// Each run sees what the copies and the runs before it have written.
package struct DeviceWork: Sendable {
    /// A copy between the memory of the process and that of the device.
    package struct Copy: Sendable {
        /// Pixels in the memory of the process.
        package let view: PixelView
        /// Pixels on the device, of the same format.
        package let image: DeviceImage
        /// The pixels to copy, which both contain.
        package let region: PixelRect

        /// Creates a copy.
        package init(_ view: PixelView, _ image: DeviceImage, _ region: PixelRect) {
            (self.view, self.image, self.region) = (view, image, region)
        }
    }

    /// Copies to the device.
    package var uploads: [Copy] = []
    /// Runs of kernels, in this order.
    package var runs: [DeviceRun] = []
    /// Copies from the device.
    package var downloads: [Copy] = []

    /// Creates work without copies and runs.
    package init() {}
}

/// One run of a kernel as a part of a device's work.
package struct DeviceRun: Sendable {
    /// The kernel.
    package var kernel: any DeviceKernel
    /// Scalar arguments.
    package var arguments: KernelArguments
    /// The images as the kernel reads them. Only bounds and formats of their pixels matter.
    package var images: [SamplerBinding]
    /// The images' pixels on the device, whose bounds contain `SamplerGeometry.readable`. Nil for an image without
    /// readable pixels.
    package var pixels: [DeviceImage?]
    /// The pixels to compute.
    package var region: PixelRect
    /// Where to write the result. The bounds contain `region`.
    package var output: DeviceImage
    /// Maximum number of loop iterations of a pixel.
    package var stepBudget: Int

    /// Creates a run.
    package init(
        _ kernel: any DeviceKernel, arguments: KernelArguments, images: [SamplerBinding], pixels: [DeviceImage?],
        region: PixelRect, output: DeviceImage, stepBudget: Int
    ) {
        (self.kernel, self.arguments, self.images, self.pixels) = (kernel, arguments, images, pixels)
        (self.region, self.output, self.stepBudget) = (region, output, stepBudget)
    }
}
