import KernelLanguage

/// One kernel for each kind of colour matrix, whose coefficients are arguments. Products and sums are rounded at once.
enum ColorMatrixKernel {
    /// Returns the kernel that applies a matrix to `image`, with its arguments.
    static func application(of matrix: ColorMatrix, image: SampledImage) -> KernelApplication {
        let program = matrix.keepsAlpha ? colorProgram : fullProgram
        let rows = (matrix.keepsAlpha ? Array(matrix.rows[..<3]) : matrix.rows + [matrix.bias])
        let numbers = rows.map { row in KernelArgument.numbers((0..<4).map { Float(row[$0]) }) }
        return KernelApplication(program: program, arguments: [.image(image)] + numbers) { $1 }
    }

    /// Returns the kernel that applies a matrix that keeps alpha to an unpremultiplied image. The weights of alpha
    /// become constants to add.
    static func straightApplication(of matrix: ColorMatrix, image: SampledImage) -> KernelApplication {
        let numbers = matrix.rows[..<3].map { row in KernelArgument.numbers((0..<4).map { Float(row[$0]) }) }
        return KernelApplication(program: straightProgram, arguments: [.image(image)] + numbers) { $1 }
    }

    /// Returns the number of instructions of the kernel for a matrix.
    static func cost(of matrix: ColorMatrix) -> Int {
        ProgramReads(matrix.keepsAlpha ? colorProgram : fullProgram).instructionCount
    }

    private static let straightProgram = make("straightColorMatrix") { builder, pixel in
        colors(builder) { row in
            builder.sum(pixel[..<3], row: row, plus: builder.argument(row, component: 3))
        } + [pixel[3]]
    }

    private static let colorProgram = make("colorMatrix") { builder, pixel in
        colors(builder) { builder.sum(pixel[..<3], row: $0, plus: pixel[3] * builder.argument($0, component: 3)) }
            + [pixel[3]]
    }

    private static let fullProgram = make("colorMatrixWithBias") { builder, pixel in
        let rows = ["red", "green", "blue", "alpha"].map { builder.parameter($0, .vector(4)) }
        let bias = builder.parameter("bias", .vector(4))
        return rows.enumerated().map { builder.sum(pixel[...], row: $1, plus: builder.argument(bias, component: $0)) }
    }

    /// Builds a kernel from the function that returns its result for a pixel.
    private static func make(
        _ name: String, _ result: (ProgramBuilder, [FloatValue]) -> [FloatValue]
    ) -> Program {
        let builder = ProgramBuilder()
        _ = builder.parameter("pixel", .sample)
        let pixel = builder.sampleAtDestination(image: 0)
        return builder.program(name: name, kind: .color, outputs: result(builder, pixel), file: "<colour matrix>")
    }

    private static func colors(_ builder: ProgramBuilder, _ color: (Int) -> FloatValue) -> [FloatValue] {
        ["red", "green", "blue"].map { color(builder.parameter($0, .vector(4))) }
    }
}
