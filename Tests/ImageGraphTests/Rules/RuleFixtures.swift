import Foundation
import Interpreter
import KernelLanguage
import Pixels
import Testing

@testable import ImageGraph

/// Small recipes, and a function that applies rules to them.
enum Recipe {
    static let linear = CGColorSpace(name: CGColorSpace.extendedLinearSRGB)
    static let sRGB = CGColorSpace(name: CGColorSpace.sRGB)
    static let displayP3 = CGColorSpace(name: CGColorSpace.displayP3)

    static func source(
        _ width: Int = 8, _ height: Int = 6, alpha: AlphaState = .premultiplied, space: CGColorSpace? = sRGB
    ) throws -> ImageNode {
        .source(
            try BitmapSource(
                data: Data(count: width * height * 4), bytesPerRow: width * 4, width: width, height: height,
                format: .RGBA8, colorSpace: space, alphaState: alpha))
    }

    static func color(_ alpha: Float = 1) -> ImageNode {
        .constant(GraphColor(components: SIMD4(0.25, 0.5, 0.75, alpha), colorSpace: nil))
    }

    static func program(_ text: String) throws -> Program {
        let result = KernelCompiler.compile(KernelSource(text: text))
        return try #require(result.kernels.first, "\(result.diagnostics)")
    }

    static func kernel(
        _ text: String, _ images: [ImageNode], numbers: [Float] = [], extent: CGRect? = nil, margin: CGFloat = 0
    ) throws -> ImageNode {
        try .kernel(
            program(text),
            arguments: images.map { .image(SampledImage($0)) } + numbers.map { .numbers([$0]) },
            extent: extent ?? images[0].extent
        ) { $1.isInfinite ? $1 : $1.insetBy(dx: -margin, dy: -margin) }
    }

    static let invert = "kernel vec4 invert(__sample s) { return vec4(s.a - s.rgb, s.a); }"
    static let over = "kernel vec4 over(__sample f, __sample b) { return f + b * (1.0 - f.a); }"

    /// Applies rules to a recipe of which the region `visible` will be rendered.
    static func optimised(
        _ node: ImageNode, _ rules: any GraphRule...,
        visible: CGRect = CGRect(x: -100, y: -100, width: 300, height: 300),
        space: CGColorSpace? = linear
    ) throws -> ImageNode {
        let context = OptimisationContext(workingColorSpace: space, visible: visible, backend: InterpreterBackend())
        return try GraphOptimiser(rules: rules).optimise(node, in: context).root
    }
}

extension ImageNode {
    /// Names of the operations of this node, its first input, the first input of that, and so on.
    var operationNames: [String] {
        var result: [String] = []
        var node: ImageNode? = self
        while let current = node {
            result.append(current.operation.name)
            node = current.operation.inputs.first
        }
        return result
    }

    var input: ImageNode { operation.inputs[0] }

    /// Different nodes that can be reached.
    var nodeCount: Int { nodesInputsFirst.count }
}
