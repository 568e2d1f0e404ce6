/// Which processor renders: what a value of the environment variable `COREIMAGE_DEVICE` means.
package enum DeviceSelection: Sendable, Hashable {
    /// The processor that runs this process: `cpu`.
    case processor
    /// The first graphics processor of CUDA or Vulkan, for passes that are faster there: `auto`.
    case automatic
    /// A device of CUDA, by default the first: `cuda` or `cuda:NUMBER`.
    case cuda(Int)
    /// A device of Vulkan whose name contains a text, by default the first: `vulkan` or `vulkan:NAME`.
    case vulkan(String?)

    /// The environment variable that selects the processor for contexts without an option for it.
    package static let variable = "COREIMAGE_DEVICE"
    /// The texts that can be read.
    package static let forms = "cpu, auto, cuda, cuda:NUMBER, vulkan or vulkan:NAME"

    /// Reads a text. Returns nil if it is none of `forms`. Only the case of letters in names of devices matters.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let detail = parts.count > 1 ? String(parts[1]) : nil
        switch (parts.first?.lowercased(), detail) {
        case ("cpu", nil): self = .processor
        case ("auto", nil): self = .automatic
        case ("cuda", nil): self = .cuda(0)
        case ("cuda", let number?):
            guard let number = Int(number), number >= 0 else { return nil }
            self = .cuda(number)
        case ("vulkan", nil): self = .vulkan(nil)
        case ("vulkan", let name?):
            // A number would be a part of many names, and looks like the index of a device.
            guard name.contains(where: \.isLetter) else { return nil }
            self = .vulkan(name)
        default: return nil
        }
    }
}

extension DeviceSelection: CustomStringConvertible {
    /// The text for this selection.
    package var description: String {
        switch self {
        case .processor: "cpu"
        case .automatic: "auto"
        case .cuda(let number): "cuda:\(number)"
        case .vulkan(let name): "vulkan" + (name.map { ":\($0)" } ?? "")
        }
    }
}
