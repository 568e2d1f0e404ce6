import DeviceKernels
import ImageGraph
import KernelLanguage
import Pixels
import Synchronization

/// Runs kernels on a Vulkan device, or on another backend where that isn't possible.
///
/// The other backend runs programs that require the sandbox, programs for which no module can be written, and regions
/// for which the device fails. A region is computed by one of them as a whole.
///
/// Thread-safe: all threads can share one instance.
package final class VulkanBackend: KernelBackend {
    /// The backend's name in `explain` output and errors, with that of the device.
    package var name: String { device.name }
    /// How closely results follow the definitions of instructions. Those of the other backend follow them exactly.
    package var exactness: KernelExactness { device.exactness }
    /// The device.
    package let device: VulkanDevice
    private let fallback: any KernelBackend
    private let stepBudget: Int
    private let reports: ReportedReasons
    private let prepared = KernelCache<any PreparedKernel>(capacity: 256)

    /// Creates a backend.
    ///
    /// - Parameters:
    ///   - device: The device that runs kernels.
    ///   - fallback: Runs what the device can't.
    ///   - stepBudget: Maximum number of loop iterations per pixel, which should be that of `fallback`.
    ///   - report: Called once for each reason why something isn't run by the device. The text is meant for a log.
    package init(
        device: VulkanDevice, fallback: any KernelBackend, stepBudget: Int,
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        (self.device, self.fallback, self.stepBudget) = (device, fallback, stepBudget)
        reports = ReportedReasons(report)
    }

    /// True: kernels are compiled for the device.
    package var compiles: Bool { true }

    /// Prepares a validated program. Throws the other backend's error if it can't run the program either.
    package func prepare(_ program: Program, layout: KernelLayout) throws -> any PreparedKernel {
        try prepared.kernel(for: program, layout: layout) { try make(program, layout) }
    }

    private func make(_ program: Program, _ layout: KernelLayout) throws -> any PreparedKernel {
        let other = try fallback.prepare(program, layout: layout)
        // That isn't worth a report.
        if program.requiresSandbox { return other }
        do {
            let kernel = try VulkanKernel(program, layout: layout, on: device, stepBudget: stepBudget)
            return RescuedKernel(kernel, fallback: other, name: program.name, reports: reports)
        } catch {
            let reason = (error as? DeviceFailure)?.reason ?? "\(error)"
            reports.add("kernel '\(program.name)' runs on \(fallback.name): \(reason)")
            return other
        }
    }

    /// Returns the other backend's code: the device has none for operators.
    package func accelerated(_ computation: any NativeOperator) -> (any NativeOperator)? {
        fallback.accelerated(computation)
    }

    /// Returns the other backend's functions.
    package func planeFunctions(_ shape: PlaneFunctions.Shape) -> PlaneFunctions? { fallback.planeFunctions(shape) }
}
