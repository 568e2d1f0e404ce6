import DeviceKernels
import Rendering

/// A processor that contexts can render with.
///
/// It stands for Metal's devices, command queues and OpenGL's contexts. Only this library has this type;
/// `CIContextOption.device` takes a value of it, or the text `selection`. Immutable.
public struct CIDevice: Sendable {
    /// The name, such as `NVIDIA H100`, or `CPU`.
    public let name: String
    /// The text that selects this processor as `CIContextOption.device`. Empty for a device that the application has
    /// opened.
    public let selection: String
    /// What the processor is, such as `graphics processor`.
    public let kind: String
    /// The driver and its versions. Empty for the CPU.
    public let driver: String
    /// Whether the device is software on the CPU, as for tests. Such devices are many times slower than the CPU itself.
    public let isSoftware: Bool
    /// How closely results of kernels follow their definitions: `every bit`, or for example `within 2⁻²⁰ for each
    /// instruction`.
    public let exactness: String
    /// The reason why the device can't be used; nil if it can.
    public let problem: String?
    /// The device, if it is one that the application has opened; otherwise nil.
    private let foreign: DeviceRendering?

    /// The processor that runs this process. It computes what devices can't.
    public static let cpu = CIDevice(
        name: "CPU", selection: "\(DeviceSelection.processor)", kind: "processor of this process", driver: "",
        isSoftware: true, exactness: "\(KernelExactness.equalBits)", problem: nil, foreign: nil)

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
        guard let device = try rendering()?.device else { return (0, []) }
        return LinkedParts.shared.test(device)
    }

    /// The device and how contexts use it; nil for the CPU.
    ///
    /// - Throws: `CIError.unusableDevice`.
    func rendering() throws(CIError) -> DeviceRendering? {
        if let foreign { return foreign }
        guard let selection = DeviceSelection(selection) else { return nil }
        do { return try LinkedParts.shared.device(selection) } catch {
            throw .unusableDevice(selection: self.selection, reason: "\(error)")
        }
    }

    private init(
        name: String, selection: String, kind: String, driver: String, isSoftware: Bool, exactness: String,
        problem: String?, foreign: DeviceRendering?
    ) {
        (self.name, self.selection, self.kind, self.driver) = (name, selection, kind, driver)
        (self.isSoftware, self.exactness, self.problem, self.foreign) = (isSoftware, exactness, problem, foreign)
    }

    private init(_ report: DeviceReport, foreign: DeviceRendering? = nil) {
        self.init(
            name: report.name, selection: foreign == nil ? "\(report.selection)" : "", kind: report.kind,
            driver: report.driver, isSoftware: report.isSoftware, exactness: "\(report.exactness)",
            problem: report.problem, foreign: foreign)
    }

    init(_ rendering: DeviceRendering) {
        let foreign = rendering.isForeign ? rendering : nil
        if let report = rendering.report {
            self.init(report, foreign: foreign)
        } else {
            let device = rendering.device
            self.init(
                name: device.name, selection: "", kind: "", driver: "", isSoftware: false,
                exactness: "\(device.exactness)", problem: nil, foreign: rendering)
        }
    }
}

extension CIDevice: Hashable {
    /// Whether both are the same processor.
    public static func == (one: CIDevice, other: CIDevice) -> Bool {
        (one.name, one.selection) == (other.name, other.selection) && one.foreign?.device === other.foreign?.device
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(selection)
        hasher.combine(foreign.map { ObjectIdentifier($0.device) })
    }
}
