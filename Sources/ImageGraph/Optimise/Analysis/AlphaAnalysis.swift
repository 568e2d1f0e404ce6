import Foundation
import KernelLanguage
import Pixels

/// Derives properties of images' alpha from their recipes.
///
/// The analysis follows a limited number of steps, because its results are not kept between calls.
struct AlphaAnalysis {
    static let maximumDepth = 24

    private var opaque: [ObjectIdentifier: Bool] = [:]
    /// Whether means of opaque pixels are opaque, although their weights' sum is rounded.
    private var acceptsMeans = false

    /// Whether alpha is exactly 1 in every pixel of the extent.
    static func isOpaque(_ node: ImageNode) -> Bool {
        var analysis = AlphaAnalysis()
        return analysis.isOpaque(node, within: maximumDepth)
    }

    /// Whether alpha is 1 to within 2⁻¹⁶ in every pixel of the extent: means of opaque pixels are opaque, too, as those
    /// of a blur of an image without edges.
    static func isOpaqueOrMean(_ node: ImageNode) -> Bool {
        var analysis = AlphaAnalysis()
        analysis.acceptsMeans = true
        return analysis.isOpaque(node, within: maximumDepth)
    }

    /// Whether colour is 0 in every pixel whose alpha is 0.
    static func vanishesWithAlpha(_ node: ImageNode) -> Bool {
        var node = node
        for _ in 0..<maximumDepth {
            switch node.operation {
            case .constant, .premultiply, .unpremultiply: return true
            case .source(let source, _): return source.alphaState != .premultiplied
            case .crop(let image, _), .clamp(let image, _): node = image
            case .transform(let image, let transform, _) where transform.wholePixelTranslation != nil: node = image
            case .transform: return isMixtureThatVanishes(node)
            case .kernel(let application) where application.resampledImage != nil:
                return isOpaque(node) || isMixtureThatVanishes(node)
            case .kernel(let application) where application.program.kind != .warp:
                return isOpaque(node) || vanishesWithAlpha(application, inside: node.extent)
            default: return isOpaque(node)
            }
        }
        return false
    }

    /// Whether a kernel keeps an image's alpha, and returns no colour where alpha is 0.
    private static func vanishesWithAlpha(_ application: KernelApplication, inside extent: CGRect) -> Bool {
        var images = pixels(of: application, inside: extent)
        let alpha = KnownValueEvaluation.outputs(of: application, images: images).last
        guard case .component(let image, channel: 3)? = alpha else { return false }
        images[image][3] = .float(0)
        return KnownValueEvaluation.outputs(of: application, images: images).dropLast().allSatisfy { $0.isFloat(0) }
    }

    /// Returns the known values that a kernel reads from its images inside `extent`, four components per image. A warp
    /// kernel's image is not included.
    static func pixels(of application: KernelApplication, inside extent: CGRect) -> [[KnownValue]] {
        var analysis = AlphaAnalysis()
        return analysis.pixels(of: application, inside: extent, within: maximumDepth)
    }

    private mutating func pixels(
        of application: KernelApplication, inside extent: CGRect, within steps: Int
    ) -> [[KnownValue]] {
        application.images.prefix(application.program.samplerCount).enumerated().map { index, image in
            var pixel = (0..<4).map { KnownValue.component(image: index, channel: $0) }
            guard image.transform.isIdentity else { return Array(repeating: .unknown, count: 4) }
            if image.colorSpace != nil { pixel.replaceSubrange(0..<3, with: repeatElement(.unknown, count: 3)) }
            if image.node.isTransparent { return Array(repeating: .float(0), count: 4) }
            let covers = image.node.extent.enclosingWholePixels.encloses(extent.enclosingWholePixels)
            if covers, isOpaque(image.node, within: steps) { pixel[3] = .float(1) }
            return pixel
        }
    }

    private mutating func isOpaque(_ node: ImageNode, within steps: Int) -> Bool {
        if steps == 0 || node.extent.isNull { return false }
        if let known = opaque[ObjectIdentifier(node)] { return known }
        let result = computed(node, within: steps - 1)
        opaque[ObjectIdentifier(node)] = result
        return result
    }

    private mutating func computed(_ node: ImageNode, within steps: Int) -> Bool {
        func covers(_ image: ImageNode, _ rect: CGRect) -> Bool {
            image.extent.enclosingWholePixels.encloses(rect.enclosingWholePixels)
        }
        switch node.operation {
        case .constant(let color): return color.components.w == 1
        case .source(let source, _): return source.alphaState == .opaque
        case .rawSource: return false
        case .native(let computation):
            if computation.isOpaque { return true }
            guard acceptsMeans, computation.isMean, let image = computation.inputs.first else { return false }
            return covers(image, computation.regionOfInterest(ofInput: 0, for: node.extent))
                && isOpaque(image, within: steps)
        case .crop(let image, _), .premultiply(let image), .unpremultiply(let image), .convert(let image, _, _):
            return covers(image, node.extent) && isOpaque(image, within: steps)
        case .clamp(let image, let rect): return covers(image, rect) && isOpaque(image, within: steps)
        case .transform(let image, let transform, _):
            guard let (x, y) = transform.wholePixelTranslation else { return false }
            let read = node.extent.isInfinite ? node.extent : node.extent.offsetBy(dx: CGFloat(-x), dy: CGFloat(-y))
            return covers(image, read) && isOpaque(image, within: steps)
        case .kernel(let application):
            guard application.program.kind != .warp else { return false }
            let images = pixels(of: application, inside: node.extent, within: steps)
            return KnownValueEvaluation.outputs(of: application, images: images).last?.isFloat(1) ?? false
        }
    }
}

extension ImageNode {
    /// Whether the node itself shows that every pixel is transparent black. Inputs are not examined.
    var isTransparent: Bool {
        if extent.isNull { return true }
        if case .constant(let color) = operation { return color.components.w == 0 }
        return false
    }

    /// Returns an image of transparent black with the given extent.
    static func transparent(over extent: CGRect) -> ImageNode {
        extent.isNull ? .empty : ImageNode(.constant(GraphColor(components: .zero, colorSpace: nil)), extent: extent)
    }

    /// Returns this image with the extent `part`, which lies inside its own; nil if a crop can't do that.
    func restricted(to part: CGRect) -> ImageNode? {
        if part == extent { return self }
        if part.isNull { return .empty }
        guard part.isInfinite || part == part.enclosingWholePixels, extent.enclosingWholePixels.encloses(part) else {
            return nil
        }
        return ImageNode(.crop(self, part), extent: part)
    }
}
