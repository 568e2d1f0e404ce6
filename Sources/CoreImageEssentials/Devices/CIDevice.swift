import DeviceKernels
import Rendering

/// A processor that contexts can render with.
///
/// Only this library has this type; `CIContextOption.device` takes the text `selection`. Immutable.
public struct CIDevice: Sendable, Hashable {
    /// The name, such as `NVIDIA H100`, or `CPU`.
    public let name: String
    /// The value of `CIContextOption.device` that selects this processor.
    public let selection: String
    /// What the processor is, such as `graphics processor`.
    public let kind: String
    /// The driver and its versions. Empty for the CPU.
    public let driver: String
    /// Whether the device is software on the CPU, which is no faster than the CPU itself.
    public let isSoftware: Bool
    /// How closely results of kernels follow their definitions: `every bit`, or for example `within 2⁻²⁰ for each
    /// instruction`.
    public let exactness: String
    /// The reason why the device can't be used; nil if it can.
    public let problem: String?

    /// The processor that runs this process. It computes what devices can't.
    public static let cpu = CIDevice(
        name: "CPU", selection: "\(DeviceSelection.processor)", kind: "processor of this process", driver: "",
        isSoftware: true, exactness: "\(KernelExactness.equalBits)", problem: nil)

    /// All processors of this machine, also those that can't be used. The CPU comes first.
    public static var all: [CIDevice] {
        [cpu] + LinkedParts.shared.deviceReports.flatMap(\.devices).map { CIDevice($0) }
    }

    /// The interfaces to devices without a device, such as `CUDA`, with the reason and what to do about it.
    public static var missingInterfaces: [String: String] {
        let missing = LinkedParts.shared.deviceReports.compactMap { report in
            report.problem.map { (report.interface, $0) }
        }
        return Dictionary(missing) { first, _ in first }
    }

    /// Runs kernels on the device, and compares the results with what they should be.
    ///
    /// - Returns: The number of kernels with right results, and a line for each other kernel. The CPU is what devices
    ///   are compared with, so there are none for it.
    /// - Throws: An error that says why the device can't be used.
    public func selfTest() throws -> (passed: Int, failures: [String]) {
        guard let selection = DeviceSelection(selection) else { return (0, []) }
        return try LinkedParts.shared.testDevice(selection)
    }

    private init(
        name: String, selection: String, kind: String, driver: String, isSoftware: Bool, exactness: String,
        problem: String?
    ) {
        (self.name, self.selection, self.kind, self.driver) = (name, selection, kind, driver)
        (self.isSoftware, self.exactness, self.problem) = (isSoftware, exactness, problem)
    }

    private init(_ report: DeviceReport) {
        self.init(
            name: report.name, selection: "\(report.selection)", kind: report.kind, driver: report.driver,
            isSoftware: report.isSoftware, exactness: "\(report.exactness)", problem: report.problem)
    }

    init(_ rendering: DeviceRendering) {
        if let report = rendering.report {
            self.init(report)
        } else {
            let device = rendering.device
            self.init(
                name: device.name, selection: "", kind: "", driver: "", isSoftware: false,
                exactness: "\(device.exactness)", problem: nil)
        }
    }
}
