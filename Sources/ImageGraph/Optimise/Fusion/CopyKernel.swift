import Foundation
import KernelLanguage
import Pixels

/// A kernel that returns its image's pixel. Its effect is determined by the transform and wrap mode of the image.
package enum CopyKernel {
    /// The program, with one image and one instruction.
    package static let program: Program = {
        let span = SourceSpan(start: 0, end: 0)
        let colors = (0..<4).map { Register($0) }
        return Program(
            name: "copy", kind: .color, parameters: [KernelParameter(name: "image", type: .sample, span: span)],
            registers: colors.map { _ in RegisterInfo(type: .float, isUniform: false, isVariable: false) },
            body: [.compute(Instruction(.sampleAtDestination(image: 0), [], to: colors, span: span))],
            outputs: colors, span: span, source: KernelSource(text: "", file: "<copy>"))
    }()

    /// Returns a node that shows `image` with its transform and wrap mode; it replaces a node called `name`.
    static func node(_ image: SampledImage, name: String, extent: CGRect) -> ImageNode {
        var program = program
        program.name = name
        let application = KernelApplication(program: program, arguments: [.image(image)]) { $1 }
        return ImageNode(.kernel(application), extent: extent)
    }
}
