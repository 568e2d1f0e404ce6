extension CIImage {
    /// This image as part of an untrusted recipe: its rendering is limited in time, steps and memory unless the host
    /// sets other limits.
    package var untrusted: CIImage {
        switch node.operation {
        // These operations compute nothing.
        case .source, .rawSource, .constant: self
        default: node.isUntrusted ? self : replacing(node: node.untrusted)
        }
    }
}
