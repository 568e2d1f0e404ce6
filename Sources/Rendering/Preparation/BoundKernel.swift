import Foundation
import ImageGraph
import KernelLanguage
import Pixels

/// A kernel with the data that is the same for all tiles and all formats.
final class BoundKernel: Sendable {
    /// How the kernel reads one of its images.
    struct Reader: Sendable {
        let image: SampledImage
        /// Whether the kernel reads the image only at the centres of the pixels being computed.
        let isAtPixelCenters: Bool
    }

    let program: Program
    let arguments: KernelArguments
    /// Bindings without pixels. Each tile adds its own pixels.
    let samplers: [SamplerBinding]
    /// How a warp kernel's image is sampled; nil for other kernels.
    let warped: SamplerBinding?
    /// One reader for every image, including a warp kernel's image.
    let readers: [Reader]
    let regionOfInterest: @Sendable (_ index: Int, _ output: CGRect) -> CGRect

    /// The kernel's name in its source.
    var name: String { program.name }

    /// Binds a kernel's arguments, which are checked and whose colours are converted: `components` are their numbers.
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

    /// Returns the layout for which the kernel's code may be specialised if its images have `formats`.
    func layout(formats: [PixelFormat], output: PixelFormat) -> KernelLayout {
        let images = zip(samplers, formats).map { sampler, format in
            ImageLayout(
                format: format, interpolation: sampler.interpolation, wrap: sampler.wrap,
                isAligned: sampler.transform.wholePixelTranslation != nil)
        }
        return KernelLayout(images: images, output: output)
    }

    private static func binding(for image: SampledImage) -> SamplerBinding {
        // A transform without an inverse maps the image to nothing. `region(for:atPixelCenters:)` is null for it, so no
        // pixels are read, and this identity has no effect.
        let inverse = image.transform.isInvertible ? image.transform.inverted() : .identity
        return SamplerBinding(
            pixels: .empty(.RGBAf), extent: image.node.extent, transform: inverse,
            interpolation: image.interpolation, wrap: image.wrap)
    }
}
