import KernelLanguage

extension ImageOperation {
    /// Whether the operation or one of its input images is untrusted, see `ImageNode.isUntrusted`.
    var isUntrusted: Bool {
        switch self {
        case .source, .stored, .constant: false
        case .crop(let image, _), .clamp(let image, _), .transform(let image, _, _), .convert(let image, _, _):
            image.isUntrusted
        case .premultiply(let image), .unpremultiply(let image): image.isUntrusted
        case .kernel(let application):
            application.program.requiresSandbox
                || application.arguments.contains { argument in
                    if case .image(let image) = argument { image.node.isUntrusted } else { false }
                }
        case .native(let computation):
            computation.isUntrusted || computation.inputs.contains(where: \.isUntrusted)
        }
    }
}
