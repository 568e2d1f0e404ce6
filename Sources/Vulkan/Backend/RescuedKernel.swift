import DeviceKernels
import ImageGraph
import Pixels

/// A kernel on a device that is run by another backend where the device fails. Thread-safe.
final class RescuedKernel: PreparedKernel {
    private let kernel: VulkanKernel
    private let fallback: any PreparedKernel
    private let name: String
    private let reports: ReportedReasons

    init(_ kernel: VulkanKernel, fallback: any PreparedKernel, name: String, reports: ReportedReasons) {
        (self.kernel, self.fallback, self.name, self.reports) = (kernel, fallback, name, reports)
    }

    func run(arguments: KernelArguments, images: [SamplerBinding], region: PixelRect, output: PixelView) throws {
        do {
            try kernel.run(arguments: arguments, images: images, region: region, output: output)
        } catch let failure as DeviceFailure {
            // Nothing of the region was written, because results are copied after a run has succeeded.
            reports.add("kernel '\(name)' runs without the device: \(failure.reason)")
            try fallback.run(arguments: arguments, images: images, region: region, output: output)
        }
    }
}
