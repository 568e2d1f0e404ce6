import KernelLanguage
import Pixels

/// Makes kernels that take pixels from one colour space and alpha convention to others.
///
/// The numbers of curves and matrices are arguments, so that all pairs of spaces of a kind share their code; sRGB's curve is code of its own.
public enum ColorConversionKernel {
    /// The kernel that converts pixels, or nil where a space isn't a formula (ICC tables, Lab, CMYK), and `ColorConversion` has to do it.
    ///
    /// Colours of pixels with alpha 0 become 0 where alpha is divided or multiplied by. NaN stays NaN. Thread-safe.
    ///
    /// - Parameters:
    ///   - source: the space of the pixels; nil for unmanaged numbers, which are not converted.
    ///   - destination: the space of the result; nil for unmanaged numbers.
    ///   - inputAlpha: how the pixels' colours relate to their alpha.
    ///   - outputAlpha: how the result's colours do.
    ///   - inputIsUnit: whether all components are in 0…1, as those of integer formats are.
    ///   - outputIsUnit: whether the result will be held within 0…1, as integer formats do; colours are then held before they are
    ///     encoded.
    public static func make(
        from source: CGColorSpace?, to destination: CGColorSpace?, inputAlpha: AlphaConvention,
        outputAlpha: AlphaConvention, inputIsUnit: Bool, outputIsUnit: Bool
    ) -> KernelRecipe? {
        guard let conversion = ParametricConversion(from: source, to: destination) else { return nil }
        let builder = ProgramBuilder()
        _ = builder.parameter("pixel", .sample)
        var arguments: [[Float]] = [[]]
        let pixel = builder.sampleAtDestination(image: 0)
        var colors = Array(pixel[..<3])
        var alpha = pixel[3]
        // A matrix alone is the same on colours that are multiplied by alpha.
        let isLinear = conversion.decoding == nil && conversion.encoding == nil
        let keepsAlpha = inputAlpha == outputAlpha && (inputAlpha != .premultiplied || isLinear)

        if inputAlpha == .opaque || outputAlpha == .opaque { alpha = builder.constant(1) }
        if inputAlpha == .premultiplied, !keepsAlpha {
            let reciprocal = pixel[3].isEqual(to: 0).select(0, 1 / pixel[3])
            colors = colors.map { $0 * reciprocal }
            if inputIsUnit { colors = colors.map { $0.minimum(1) } }
        }
        colors = converted(colors, conversion, builder, inputIsUnit, outputIsUnit, &arguments)
        if outputAlpha == .premultiplied, !keepsAlpha, inputAlpha != .opaque {
            let isEmpty = alpha.isEqual(to: 0)
            colors = colors.map { isEmpty.select(0, $0 * alpha) }
        }
        let program = builder.program(
            name: "convertColors", kind: .color, outputs: colors + [alpha], file: "<colour conversion>")
        return KernelRecipe(
            program: program, arguments: KernelArguments(components: arguments),
            isIdentity: conversion.isIdentity && keepsAlpha && inputAlpha != .opaque)
    }

    private static func converted(
        _ colors: [FloatValue], _ conversion: ParametricConversion, _ builder: ProgramBuilder, _ inputIsUnit: Bool,
        _ outputIsUnit: Bool, _ arguments: inout [[Float]]
    ) -> [FloatValue] {
        var colors = conversion.readsGray ? [colors[0]] : colors
        if let curves = conversion.decoding {
            colors = curved(colors, curves) {
                CurveCode($0, builder).decoding($1, isUnit: inputIsUnit, &arguments)
            }
        }
        if conversion.readsGray { colors = [colors[0], colors[0], colors[0]] }
        if let matrix = conversion.matrix { colors = product(matrix, colors, builder, &arguments) }
        guard let curves = conversion.encoding else { return colors }
        if outputIsUnit { colors = colors.map { $0.maximum(0).minimum(1) } }
        return curved(colors, curves) { CurveCode($0, builder).encoding($1, isUnit: outputIsUnit, &arguments) }
    }

    /// One curve for all components where they are the same, so that its arguments are there once.
    private static func curved(
        _ colors: [FloatValue], _ curves: [TransferCurve], _ apply: (TransferCurve, [FloatValue]) -> [FloatValue]
    ) -> [FloatValue] {
        if CurveCode.isSame(curves) { return apply(curves[0], colors) }
        return zip(colors, curves).flatMap { apply($1, [$0]) }
    }

    private static func product(
        _ matrix: Matrix3, _ colors: [FloatValue], _ builder: ProgramBuilder, _ arguments: inout [[Float]]
    ) -> [FloatValue] {
        let columns = [matrix.c0, matrix.c1, matrix.c2]
        let parameter = builder.parameter("matrix", .matrix(3))
        arguments.append(columns.flatMap { [Float($0.x), Float($0.y), Float($0.z)] })
        return (0..<3).map { row in
            func entry(_ column: Int) -> FloatValue { builder.argument(parameter, component: 3 * column + row) }
            let last = FloatValue.fusedMultiplyAdd(entry(1), colors[1], entry(2) * colors[2])
            return .fusedMultiplyAdd(entry(0), colors[0], last)
        }
    }
}
