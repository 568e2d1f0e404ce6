import Foundation
import ImageGraph
import KernelLanguage
import Pixels

/// A kernel with everything that is the same for all tiles and all formats.
final class KernelWork: Sendable {
    /// How the kernel reads one of its images.
    struct Reader: Sendable {
        let image: SampledImage
        /// Whether it is read nowhere but at the centres of the pixels being computed.
        let isAtPixelCenters: Bool
    }

    let program: Program
    let arguments: KernelArguments
    /// Bindings without pixels: each tile puts its own in.
    let samplers: [SamplerBinding]
    /// For a warp kernel, how its image is sampled.
    let warped: SamplerBinding?
    /// One for every image, the warped one included.
    let readers: [Reader]
    let regionOfInterest: @Sendable (_ index: Int, _ output: CGRect) -> CGRect

    /// The kernel's name in its source.
    var name: String { program.name }

    /// A kernel application with checked arguments and converted colours.
    init(_ application: KernelApplication, components: [[Float]]) {
        program = application.program
        arguments = KernelArguments(components: components)
        let images = application.images
        readers = images.enumerated().map {
            Reader(image: $1, isAtPixelCenters: application.samplesAtPixelCenters($0))
        }
        var bindings = images.map(Self.binding)
        warped = program.kind == .warp ? bindings.popLast() : nil
        samplers = bindings
        regionOfInterest = application.regionOfInterest
    }

    /// What the kernel's code may rely on when its images come in `formats`.
    func layout(formats: [PixelFormat], output: PixelFormat) -> KernelLayout {
        let images = zip(samplers, formats).map { sampler, format in
            ImageLayout(
                format: format, interpolation: sampler.interpolation, wrap: sampler.wrap,
                isAligned: sampler.transform.wholePixelTranslation != nil)
        }
        return KernelLayout(images: images, output: output)
    }

    private static func binding(for image: SampledImage) -> SamplerBinding {
        // A transform without inverse squeezes the image to nothing, which region(for:atPixelCenters:) already says.
        let inverse = image.transform.isInvertible ? image.transform.inverted() : .identity
        return SamplerBinding(
            pixels: .empty(.RGBAf), extent: image.node.extent, transform: inverse,
            interpolation: image.interpolation, wrap: image.wrap)
    }
}

extension PixelView {
    // Never read or written: the views over it have no pixels.
    private static let nowhere = Raster(bounds: .empty).view

    /// A view without pixels, which reads as transparent.
    static func empty(_ format: PixelFormat) -> PixelView {
        PixelView(bounds: .empty, format: format, base: nowhere.base, bytesPerRow: 0, keeping: nil)
    }
}
