import KernelLanguage

extension ImageOperation {
    /// Whether the operation or one of its input images is untrusted, see `ImageNode.isUntrusted`.
    var isUntrusted: Bool {
        switch self {
        case .kernel(let application) where application.program.requiresSandbox: true
        case .native(let computation) where computation.isUntrusted: true
        default: inputs.contains(where: \.isUntrusted)
        }
    }
}
