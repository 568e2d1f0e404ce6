import Foundation
import KernelLanguage
import Pixels

/// Computes kernels of constants once, during optimisation.
package struct FoldConstants: GraphRule {
    /// Name for `explain`.
    package let name = "fold constants"
    /// The equation that the rule relies on.
    package let law = "a kernel that reads nothing but constants at its pixel gives the same colour at every pixel"
    /// Constants aren't premultiplied, so the result is divided by alpha, which rounds.
    package let exactness = RuleExactness.within(0x1p-22)

    /// Creates the rule.
    package init() {}

    /// Returns a constant with the kernel's extent.
    package func rewrite(_ node: ImageNode, in context: OptimisationContext) -> ImageNode? {
        guard case .kernel(let application) = node.operation, application.program.outputs.count == 4,
            !node.extent.isNull
        else { return nil }
        let reads = ProgramReads(application.program)
        guard !reads.readsDestination, !reads.samplesFreely,
            let pixel = try? Self.pixel(of: application, in: context), let color = Self.color(premultiplied: pixel)
        else { return nil }
        return ImageNode(.constant(color), extent: node.extent)
    }

    /// Returns the kernel's value at a pixel; nil if an image isn't constant.
    ///
    /// - Throws: The error of the back end. Rendering the recipe reports it later.
    private static func pixel(
        of application: KernelApplication, in context: OptimisationContext
    ) throws -> SIMD4<Float>? {
        let region = PixelRect(x: 0, y: 0, width: 1, height: 1)
        var numbers: [[Float]] = []
        var images: [SamplerBinding] = []
        for argument in application.arguments {
            var components: [Float] = []
            switch argument {
            case .numbers(let values): components = values
            case .color(let color):
                let pixel = try context.pixel(for: color)
                components = [pixel.x, pixel.y, pixel.z, pixel.w]
            case .image(let image):
                // Tables aren't converted, and it isn't known here whether the image is a table. Only colours that need
                // no conversion are therefore used.
                guard case .constant(let color) = image.node.operation, image.node.extent.isInfinite,
                    context.isInWorkingSpace(color), image.transform.wholePixelTranslation != nil,
                    image.colorSpace == nil
                else { return nil }
                let raster = Raster(bounds: region)
                raster[0, 0] = color.components.multipliedByAlpha
                images.append(SamplerBinding(raster: raster, extent: .infinite))
            }
            numbers.append(components)
        }
        let output = Raster(bounds: region)
        try context.backend.prepare(application.program).run(
            arguments: KernelArguments(components: numbers), images: images, region: region, output: output)
        return output[0, 0]
    }

    /// Returns the colour of this pixel; nil for a pixel with colour but without alpha, which no unpremultiplied colour
    /// represents.
    private static func color(premultiplied pixel: SIMD4<Float>) -> GraphColor? {
        var components = pixel
        if pixel.w == 0 {
            guard pixel.x == 0, pixel.y == 0, pixel.z == 0 else { return nil }
        } else if pixel.w != 1 {
            components = pixel / pixel.w
            components.w = pixel.w
        }
        let result = components.multipliedByAlpha
        for channel in 0..<4 {
            let difference = abs(result[channel] - pixel[channel])
            guard difference <= 0x1p-22 * max(1, abs(pixel[channel])) else { return nil }
        }
        return GraphColor(components: components, colorSpace: nil)
    }
}
