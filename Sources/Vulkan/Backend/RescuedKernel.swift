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
        } catch let error as VulkanError where error.isOfDevice {
            // Nothing of the region was written, because results are copied after a run has succeeded.
            reports.add("kernel '\(name)' runs without the device: \(error)")
            try fallback.run(arguments: arguments, images: images, region: region, output: output)
        }
    }
}

extension VulkanError {
    /// Whether the device is the cause of the error, and another backend may succeed. A run that took too long would
    /// take even longer there.
    fileprivate var isOfDevice: Bool {
        switch self {
        case .runStopped: false
        case .libraryMissing, .functionMissing, .validationMissing, .callFailed, .noDevice, .deviceLost, .timedOut,
            .outOfMemory, .regionTooLarge:
            true
        }
    }
}
