import Foundation
import KernelLanguage
import Pixels

/// A kernel that limits premultiplied colours to their alpha, as dividing by alpha, clamping to 1 and multiplying again
/// does.
enum AlphaLimitKernel {
    /// Returns a node that limits an image whose components are within 0…1.
    static func node(_ image: ImageNode, extent: CGRect) -> ImageNode {
        let application = KernelApplication(program: program, arguments: [.image(SampledImage(image))]) { $1 }
        return ImageNode(.kernel(application), extent: extent)
    }

    private static let program: Program = {
        let builder = ProgramBuilder()
        _ = builder.parameter("pixel", .sample)
        let pixel = builder.sampleAtDestination(image: 0)
        return builder.program(
            name: "limitToAlpha", kind: .color, outputs: pixel[..<3].map { $0.minimum(pixel[3]) } + [pixel[3]],
            file: "<colour conversion>")
    }()
}
