extension CIImage {
    /// This image as part of a recipe from somebody whom the host doesn't trust: rendering it is limited unless the host says otherwise.
    var untrusted: CIImage {
        switch node.operation {
        // There is nothing to compute.
        case .source, .stored, .constant: self
        default: node.isUntrusted ? self : replacing(node: node.untrusted)
        }
    }
}
