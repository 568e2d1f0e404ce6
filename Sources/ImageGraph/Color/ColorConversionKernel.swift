import KernelLanguage
import Pixels
import Synchronization

/// Creates kernels that convert pixels between colour spaces and alpha conventions.
///
/// The numbers of curves and matrices are arguments, so all pairs of spaces of one kind share their code. The sRGB
/// curve has its own code.
package enum ColorConversionKernel {
    /// Returns the kernel that converts pixels. Returns nil if a space isn't defined by formulas (ICC tables, Lab,
    /// CMYK); `ColorConversion` must then convert the pixels.
    ///
    /// If colours are divided or multiplied by alpha, those of pixels with alpha 0 become 0. NaN stays NaN.
    /// Thread-safe.
    ///
    /// - Parameters:
    ///   - source: The colour space of the pixels; nil for unmanaged values, which are not converted.
    ///   - destination: The colour space of the result; nil for unmanaged values.
    ///   - inputAlpha: The alpha convention of the pixels.
    ///   - outputAlpha: The alpha convention of the result.
    ///   - input: The range of the pixels' components.
    ///   - output: The range of the format into which the result is packed. Colours are clamped so that packing gives
    ///     the same as clamping the encoded colours. Packing to 8 bits itself clamps values below 0, and stores NaN as
    ///     0.
    package static func make(
        from source: CGColorSpace?, to destination: CGColorSpace?, inputAlpha: AlphaState,
        outputAlpha: AlphaState, input: ComponentRange, output: ComponentRange
    ) -> KernelRecipe? {
        let request = Request(
            source: source, destination: destination, inputAlpha: inputAlpha, outputAlpha: outputAlpha, input: input,
            output: output)
        if let known = recent.withLock({ $0[request] }) { return known }
        let made = recipe(request)
        recent.withLock { recent in
            if recent.count >= recentLimit { recent.removeAll() }
            recent[request] = .some(made)
        }
        return made
    }

    /// What a conversion's kernel depends on.
    private struct Request: Hashable {
        var source: CGColorSpace?
        var destination: CGColorSpace?
        var inputAlpha: AlphaState
        var outputAlpha: AlphaState
        var input: ComponentRange
        var output: ComponentRange
    }

    /// Recently made kernels. The frames of a video need the same conversions again and again.
    private static let recent = Mutex<[Request: KernelRecipe?]>([:])
    private static let recentLimit = 64

    /// Creates the kernel; see ``make(from:to:inputAlpha:outputAlpha:input:output:)``.
    private static func recipe(_ request: Request) -> KernelRecipe? {
        let (source, destination) = (request.source, request.destination)
        let (inputAlpha, outputAlpha) = (request.inputAlpha, request.outputAlpha)
        let (input, output) = (request.input, request.output)
        guard let conversion = ParametricConversion(from: source, to: destination) else { return nil }
        let builder = ProgramBuilder()
        _ = builder.parameter("pixel", .sample)
        var arguments: [[Float]] = [[]]
        let pixel = builder.sampleAtDestination(image: 0)
        var colors = Array(pixel[..<3])
        var alpha = pixel[3]
        // A matrix gives the same result for premultiplied colours.
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
            // A product with alpha 0 that isn't 0 is NaN, from a colour that isn't finite. Packing to 8 bits stores it
            // as 0.
            let isPackedTo8Bits = output == .unitOf8Bits
            colors = colors.map { isPackedTo8Bits ? $0 * alpha : isEmpty.select(0, $0 * alpha) }
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

    /// The parameters from which a conversion's kernel was created.
    struct Conversion: Sendable {
        var source: CGColorSpace?
        var destination: CGColorSpace?
        var inputAlpha: AlphaState
        var outputAlpha: AlphaState
        var input: ComponentRange
        var output: ComponentRange
        /// Whether the conversion has no curves, so that it is the same for premultiplied colours.
        var isLinear: Bool

        /// The kernel; nil if a space isn't defined by formulas.
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
        // Values below 0 stay below 0 in sRGB's curve, which is straight there. The other curves need them clamped.
        let clampsBelow = output == .unit || curves.contains { $0 != .sRGB }
        if output.isUnit {
            colors = zip(colors, curves).map { (clampsBelow ? $0.maximum(0) : $0).minimum(Float($1.peak)) }
        }
        return curved(colors, curves) { CurveCode($0, builder).encoding($1, range: output, &arguments) }
    }

    /// Applies one curve to all components if their curves are equal, so that its arguments exist only once.
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
