import Pixels

extension ImageNode {
    /// Returns the same operation on other images, which must have the same pixels. The extent is kept.
    func replacingInputs(by inputs: [ImageNode]) -> ImageNode {
        ImageNode(operation.replacingInputs(by: inputs), extent: extent)
    }
}

extension ImageOperation {
    /// Returns the same operation on other images, in the order of `inputs`.
    package func replacingInputs(by images: [ImageNode]) -> ImageOperation {
        switch self {
        case .source, .rawSource, .constant: return self
        case .crop(_, let rect): return .crop(images[0], rect)
        case .clamp(_, let rect): return .clamp(images[0], rect)
        case .transform(_, let transform, let interpolation): return .transform(images[0], transform, interpolation)
        case .premultiply: return .premultiply(images[0])
        case .unpremultiply: return .unpremultiply(images[0])
        case .convert(_, let from, let to): return .convert(images[0], from: from, to: to)
        case .native(let computation): return .native(computation.replacingInputs(by: images))
        case .kernel(var application):
            var rest = images[...]
            for index in application.arguments.indices {
                guard case .image(var image) = application.arguments[index], let node = rest.popFirst() else {
                    continue
                }
                image.node = node
                application.arguments[index] = .image(image)
            }
            return .kernel(application)
        }
    }
}
