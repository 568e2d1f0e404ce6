import Foundation
import KernelLanguage
import Pixels

/// Resamples a source's pixels as they are stored, and converts the colours of the result to the working space.
///
/// Core Image samples the texture that holds the image, and converts the sample. Between two pixels, the values that
/// are stored are therefore mixed, premultiplied and mostly encoded by sRGB's curve, instead of linear light. Pictures
/// that Core Image rendered with transforms, distortions, tiles and convolutions agree with that. Images that filters
/// computed are in the working space already, and are mixed there.
package struct ConvertAfterResampling: GraphRule {
    /// Name for `explain`.
    package let name = "convert colours after resampling"
    /// The equation that the rule relies on.
    package let law = "T(convert(x)) = convert(T(x)) for the pixels x of a source"
    /// Interpolating and converting don't commute.
    package let exactness = RuleExactness.byDefinition
    /// Of several resamplings, the last one moves the conversion past all others.
    package let order = RuleOrder.readersFirst

    /// Maximum number of steps between a resampling and its source.
    private static let maximumDepth = 64

    /// Creates the rule.
    package init() {}

    /// Returns a conversion of the node over the unconverted source.
    package func rewrite(_ node: ImageNode, in context: OptimisationContext) -> ImageNode? {
        switch node.operation {
        case .transform(_, let transform, .linear) where transform.wholePixelTranslation == nil: break
        case .kernel(let application) where application.resampledImage != nil: break
        case .native(let computation) where computation.sumsStoredValues: break
        default: return nil
        }
        guard let working = context.workingColorSpace, let (stored, space) = stored(node, depth: 0),
            !space.hasSameColors(as: working)
        else { return nil }
        return stored.converted(from: space, to: nil)
    }

    /// Returns the node over an unconverted source, with the source's colour space; nil if there is anything but crops,
    /// clamps and resamplings in between.
    private func stored(_ node: ImageNode, depth: Int) -> (ImageNode, CGColorSpace)? {
        guard depth < Self.maximumDepth else { return nil }
        func over(_ image: ImageNode, _ operation: (ImageNode) -> ImageOperation) -> (ImageNode, CGColorSpace)? {
            stored(image, depth: depth + 1).map { (ImageNode(operation($0.0), extent: node.extent), $0.1) }
        }
        switch node.operation {
        case .source(let source, colorManaged: true):
            guard let space = source.colorSpace, space.model == .rgb else { return nil }
            return (ImageNode(.source(source, colorManaged: false), extent: node.extent), space)
        case .crop(let image, let rect): return over(image) { .crop($0, rect) }
        case .clamp(let image, let rect): return over(image) { .clamp($0, rect) }
        case .transform(let image, let transform, let interpolation):
            return over(image) { .transform($0, transform, interpolation) }
        case .kernel(let application):
            guard let index = application.resampledImage, case .image(let image) = application.arguments[index] else {
                return nil
            }
            return over(image.node) {
                var (application, image) = (application, image)
                image.node = $0
                application.arguments[index] = .image(image)
                return .kernel(application)
            }
        case .native(let computation) where computation.sumsStoredValues:
            return over(computation.inputs[0]) { .native(computation.replacingInputs(by: [$0])) }
        default: return nil
        }
    }
}

extension NativeOperator {
    /// Whether a source's pixels are summed as they are stored.
    fileprivate var sumsStoredValues: Bool { (self as? Convolution)?.sumsStoredValues == true }
}

extension KernelApplication {
    /// The argument with the image that the kernel resamples; nil if the kernel's pixels aren't weighted means of the
    /// image's.
    var resampledImage: Int? {
        guard program.kind == .warp || isResampling else { return nil }
        let index = program.kind == .warp ? arguments.indices.last : arguments.firstIndex { $0.isImage }
        guard let index, case .image(let image) = arguments[index], image.colorSpace == nil else { return nil }
        return index
    }
}

extension KernelArgument {
    fileprivate var isImage: Bool { if case .image = self { true } else { false } }
}
