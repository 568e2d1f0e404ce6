import KernelLanguage

/// One kernel for each kind of colour matrix, whose coefficients are arguments.
enum ColorMatrixKernel {
    /// Returns the kernel that applies a matrix to `image`, with its arguments.
    static func application(of matrix: ColorMatrix, image: SampledImage) -> KernelApplication? {
        guard let program = matrix.keepsAlpha ? programs.first : programs.last else { return nil }
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
    static func cost(of matrix: ColorMatrix) -> Int { matrix.keepsAlpha ? 22 : 33 }

    private static let straightProgram: Program = {
        let builder = ProgramBuilder()
        _ = builder.parameter("pixel", .sample)
        let pixel = builder.sampleAtDestination(image: 0)
        let colors = ["red", "green", "blue"].map { name in
            let row = builder.parameter(name, .vector(4))
            return (0..<3).reversed().reduce(builder.argument(row, component: 3)) { sum, channel in
                .fusedMultiplyAdd(builder.argument(row, component: channel), pixel[channel], sum)
            }
        }
        return builder.program(
            name: "straightColorMatrix", kind: .color, outputs: colors + [pixel[3]], file: "<colour matrix>")
    }()

    private static let programs = KernelCompiler.compile(
        KernelSource(
            text: """
                kernel vec4 colorMatrix(__sample s, vec4 red, vec4 green, vec4 blue) {
                    return vec4(dot(s, red), dot(s, green), dot(s, blue), s.a);
                }
                kernel vec4 colorMatrixWithBias(__sample s, vec4 red, vec4 green, vec4 blue, vec4 alpha, vec4 bias) {
                    return vec4(dot(s, red), dot(s, green), dot(s, blue), dot(s, alpha)) + bias;
                }
                """, file: "<colour matrix>")
    ).kernels
}
