import KernelLanguage

/// Kernels between planes of luma and chroma and encoded RGB. Coefficients are arguments, so that all matrices, ranges
/// and depths share their code.
package enum YCbCrKernels {
    /// Reads luma from the first image and chroma from one or two others, and returns opaque encoded RGB.
    ///
    /// The arguments after the images are the rows of `YCbCrCoding.decodingRows`.
    static func decoding(planeCount: Int) -> Program { planeCount == 1 ? decodingTwoPlanes : decodingThreePlanes }

    /// The name of the kernels that decode.
    static let decodingName = "decodeYCbCr"
    /// The name of the kernel that encodes.
    static let encodingName = "encodeYCbCr"
    private static let decodingTwoPlanes = makeDecoding(chromaPlanes: ["chroma"])
    private static let decodingThreePlanes = makeDecoding(chromaPlanes: ["cb", "cr"])

    private static func makeDecoding(chromaPlanes: [String]) -> Program {
        let builder = ProgramBuilder()
        for name in ["luma"] + chromaPlanes { _ = builder.parameter(name, .sample) }
        let luma = builder.sampleAtDestination(image: 0)[0]
        let chroma = chromaPlanes.indices.map { builder.sampleAtDestination(image: 1 + $0) }
        let (cb, cr) = chroma.count == 1 ? (chroma[0][0], chroma[0][1]) : (chroma[0][0], chroma[1][0])
        let colors = ["red", "green", "blue"].map { sum([luma, cb, cr], builder.parameter($0, .vector(4)), builder) }
        return builder.program(
            name: decodingName, kind: .color, outputs: colors + [builder.constant(1)], file: "<YCbCr>")
    }

    /// Returns codes of luma, Cb and Cr, unlimited, in red, green and blue. The arguments after the image are the rows
    /// of `YCbCrCoding.encodingRows`.
    static let encoding: Program = {
        let builder = ProgramBuilder()
        _ = builder.parameter("pixel", .sample)
        let pixel = builder.sampleAtDestination(image: 0)
        let codes = ["luma", "cb", "cr"].map {
            sum(Array(pixel[..<3]), builder.parameter($0, .vector(4)), builder)
        }
        return builder.program(
            name: encodingName, kind: .color, outputs: codes + [builder.constant(1)], file: "<YCbCr>")
    }()

    /// Returns a row's coefficients times the values, plus its last coefficient.
    private static func sum(_ values: [FloatValue], _ row: Int, _ builder: ProgramBuilder) -> FloatValue {
        builder.sum(values[...], row: row, plus: builder.argument(row, component: 3))
    }
}
