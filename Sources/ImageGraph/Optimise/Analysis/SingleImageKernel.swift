import KernelLanguage
import Pixels

/// A kernel whose result depends only on the pixel of one image at the pixel being computed. It may be a colour matrix.
struct SingleImageKernel {
    let application: KernelApplication
    let image: SampledImage
    /// The components of the arguments; empty for the image.
    let numbers: [[Float]]
    let reads: ProgramReads

    /// Returns nil for a kernel that reads other images, its position, or uninterpreted numbers.
    init?(_ application: KernelApplication, in context: OptimisationContext) {
        let program = application.program
        guard program.kind != .warp, application.images.count == 1,
            !program.parameters.contains(where: { $0.type == .table })
        else { return nil }
        reads = ProgramReads(program)
        guard reads.images[0].isReadAtDestinationOnly, !reads.readsDestination else { return nil }
        var numbers: [[Float]] = []
        for argument in application.arguments {
            switch argument {
            case .image: numbers.append([])
            case .numbers(let values): numbers.append(values)
            case .color(let color):
                guard let pixel = try? context.pixel(for: color) else { return nil }
                numbers.append([pixel.x, pixel.y, pixel.z, pixel.w])
            }
        }
        (self.application, image, self.numbers) = (application, application.images[0], numbers)
    }

    /// The matrix that the kernel applies; nil if it does something else.
    var matrix: ColorMatrix? {
        ColorMatrixAnalysis.matrix(of: [(program: application.program, arguments: numbers)])
    }
}
