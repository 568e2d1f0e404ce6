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
    ///   - input: what the pixels' components can be.
    ///   - output: what the format that the result is packed into can hold; colours are then held so that packing gives what holding the
    ///     encoded ones would. For 8 bits, packing holds what is below 0, and stores 0 for NaN.
    public static func make(
        from source: CGColorSpace?, to destination: CGColorSpace?, inputAlpha: AlphaConvention,
        outputAlpha: AlphaConvention, input: ComponentRange, output: ComponentRange
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
            if input.isUnit { colors = colors.map { $0.minimum(1) } }
        }
        colors = converted(colors, conversion, builder, input, output, &arguments)
        if outputAlpha == .premultiplied, !keepsAlpha, inputAlpha != .opaque {
            let isEmpty = alpha.isEqual(to: 0)
            // Only what isn't finite gives anything but 0 times 0: NaN, which 8 bits store as 0.
            let isHeld = output == .unitOf8Bits
            colors = colors.map { isHeld ? $0 * alpha : isEmpty.select(0, $0 * alpha) }
        }
        let program = builder.program(
            name: "convertColors", kind: .color, outputs: colors + [alpha], file: "<colour conversion>")
        return KernelRecipe(
            program: program, arguments: KernelArguments(components: arguments),
            isIdentity: conversion.isIdentity && keepsAlpha && inputAlpha != .opaque,
            conversion: Conversion(
                source: source, destination: destination, inputAlpha: inputAlpha, outputAlpha: outputAlpha,
                input: input, output: output, isLinear: isLinear))
    }

    /// What a conversion's kernel was made for.
    struct Conversion: Sendable {
        var source: CGColorSpace?
        var destination: CGColorSpace?
        var inputAlpha: AlphaConvention
        var outputAlpha: AlphaConvention
        var input: ComponentRange
        var output: ComponentRange
        /// Whether it has no curves, so that it is the same for colours that are multiplied by alpha.
        var isLinear: Bool

        /// The kernel.
        var recipe: KernelRecipe? {
            make(
                from: source, to: destination, inputAlpha: inputAlpha, outputAlpha: outputAlpha, input: input,
                output: output)
        }
    }

    private static func converted(
        _ colors: [FloatValue], _ conversion: ParametricConversion, _ builder: ProgramBuilder, _ input: ComponentRange,
        _ output: ComponentRange, _ arguments: inout [[Float]]
    ) -> [FloatValue] {
        var colors = conversion.readsGray ? [colors[0]] : colors
        if let curves = conversion.decoding {
            colors = curved(colors, curves) {
                CurveCode($0, builder).decoding($1, range: input, &arguments)
            }
        }
        if conversion.readsGray { colors = [colors[0], colors[0], colors[0]] }
        if let matrix = conversion.matrix { colors = product(matrix, colors, builder, &arguments) }
        guard let curves = conversion.encoding else { return colors }
        // Every curve leaves numbers below 0 below 0, where sRGB's is straight and others are held.
        let holdsBelow = output == .unit || curves.contains { $0 != .sRGB }
        if output.isUnit { colors = colors.map { (holdsBelow ? $0.maximum(0) : $0).minimum(1) } }
        return curved(colors, curves) { CurveCode($0, builder).encoding($1, range: output, &arguments) }
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
