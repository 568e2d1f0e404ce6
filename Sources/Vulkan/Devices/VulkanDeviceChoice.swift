/// Which of several devices to use.
package enum VulkanDeviceChoice: Sendable, Hashable {
    /// The first usable device, graphics processors before software.
    case first
    /// The first usable device whose name contains this text, whatever the case of its letters.
    case named(String)

    /// Returns the chosen device. Throws `VulkanError.noDevice` with the reasons why others were refused.
    package func device(in devices: [VulkanDeviceDescription]) throws(VulkanError) -> VulkanDeviceDescription {
        let candidates: [VulkanDeviceDescription]
        let wanted: String?
        switch self {
        case .first: (candidates, wanted) = (devices, nil)
        case .named(let name):
            candidates = devices.filter { $0.name.lowercased().contains(name.lowercased()) }
            wanted = name
        }
        let usable = candidates.filter(\.isUsable)
        guard let device = usable.first(where: { $0.kind != .software }) ?? usable.first else {
            var reasons = candidates.map { "\($0.name): \($0.problems.joined(separator: ", "))" }
            if candidates.isEmpty { reasons = devices.map { "there is \($0.name)" } }
            throw .noDevice(wanted: wanted, reasons: reasons)
        }
        return device
    }
}
