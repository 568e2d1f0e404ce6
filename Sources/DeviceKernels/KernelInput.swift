import KernelLanguage

/// A uniform value that a program reads and the caller computes: an argument, or an attribute of an image.
package enum KernelInput: Hashable, Sendable {
    /// A component of an argument, as for `Opcode.argument`.
    case argument(parameter: Int, component: Int)
    /// An attribute of an image, as for `Opcode.samplerAttribute`.
    case attribute(image: Int, SamplerAttribute)

    /// Creates the input that an instruction reads. Returns nil for an instruction that reads none.
    package init?(_ opcode: Opcode) {
        switch opcode {
        case .argument(let parameter, let component): self = .argument(parameter: parameter, component: component)
        case .samplerAttribute(let image, let attribute): self = .attribute(image: image, attribute)
        default: return nil
        }
    }
}
