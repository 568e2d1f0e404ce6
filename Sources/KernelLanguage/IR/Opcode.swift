/// What an instruction computes. This page is the meaning; every back end follows it, and the interpreter is the reference.
///
/// Floats are IEEE single precision, round to nearest, no flush of denormals, no reassociation. `a`, `b`, `c` are the operands in order.
/// "Accuracy" bounds the relative error against the exact value for finite arguments in the function's domain, denormal results aside.
/// Outside its domain a function returns what C's `<math.h>` returns unless stated here.
public enum Opcode: Sendable, Hashable {
    // Constants and inputs (no operands, one result unless stated)
    /// A float constant.
    case constantFloat(Float)
    /// An int constant.
    case constantInt(Int32)
    /// A bool constant.
    case constantBool(Bool)
    /// Component `component` of the argument for `Program.parameters[parameter]`; type as `KernelParameterType.scalarType`. Uniform.
    case argument(parameter: Int, component: Int)
    /// Two results: x and y of the centre of the current pixel in working space (x + 0.5, y + 0.5).
    case destCoord
    /// a's value. The only way to write a variable a second time. Result and operand have the same type.
    case move

    // Sampling: `image` counts the image parameters (sampler, __table, __sample) in parameter order
    /// Four results: the image's premultiplied colour at the current pixel, exactly `sample(s, samplerCoord(s))`.
    case sampleAtDestination(image: Int)
    /// a, b: a point in sampler space. Four results: the image there, with the sampler's interpolation and wrapping.
    /// Non-finite coordinates give transparent black. A point within 1/1024 pixel of a pixel's centre counts as that centre.
    case sample(image: Int)
    /// a, b: a point in working space. Four results: the image there; exactly `sample` of that point taken to sampler space, but without
    /// the rounding of sampler space. What `sample(s, samplerTransform(s, p))` is compiled to, and the samples of fused warps.
    case sampleAtPoint(image: Int)
    /// One uniform float that describes the sampler.
    case samplerAttribute(image: Int, SamplerAttribute)

    // Float arithmetic
    /// a + b
    case addFloat
    /// a − b
    case subtractFloat
    /// a · b
    case multiplyFloat
    /// a / b, IEEE: x/0 is ±inf, 0/0 is NaN
    case divideFloat
    /// −a
    case negateFloat
    /// a − b·⌊a/b⌋ (GLSL `mod`): the sign follows b; b = 0 gives NaN
    case modFloat
    /// |a|
    case absFloat
    /// −1, 0 or 1; NaN gives NaN
    case signFloat
    /// largest whole number ≤ a
    case floor
    /// smallest whole number ≥ a
    case ceil
    /// a − ⌊a⌋
    case fract
    /// nearest whole number, halves away from zero
    case round
    /// nearest whole number, halves to even
    case roundEven
    /// a without its fraction
    case trunc
    /// b < a ? b : a, so that a NaN in b gives a
    case minFloat
    /// a < b ? b : a, so that a NaN in b gives a
    case maxFloat
    /// a · b + c, rounded once. Generated colour conversions use it; kernel text can't.
    case fusedMultiplyAdd
    /// √a, correctly rounded; negative gives NaN
    case sqrt
    /// 1/√a; accuracy 2⁻²²; 0 gives +inf
    case inversesqrt
    // Transcendental functions: accuracy 2⁻²¹ (sin, cos: absolute 2⁻²¹ for |a| ≤ 2¹⁵; tan: of the larger of 1 and its size there). Results of
    // exp, exp2 and pow below the smallest normal float may be 0. `Program.expandingTranscendentals` defines every bit.
    /// e^a
    case exp
    /// 2^a
    case exp2
    /// natural logarithm
    case log
    /// base-2 logarithm
    case log2
    /// a^b as C's `pow`
    case pow
    /// sine of radians
    case sin
    /// cosine of radians
    case cos
    /// tangent of radians
    case tan
    /// arc sine
    case asin
    /// arc cosine
    case acos
    /// arc tangent
    case atan
    /// angle of the point (b, a): C's `atan2(a, b)`
    case atan2
    /// hyperbolic sine
    case sinh
    /// hyperbolic cosine
    case cosh
    /// hyperbolic tangent
    case tanh
    /// inverse hyperbolic sine
    case asinh
    /// inverse hyperbolic cosine
    case acosh
    /// inverse hyperbolic tangent
    case atanh

    // Int arithmetic, wrapping
    /// a + b
    case addInt
    /// a − b
    case subtractInt
    /// a · b
    case multiplyInt
    /// a / b towards zero; b = 0 gives 0; Int32.min / −1 wraps
    case divideInt
    /// a − b·(a/b); b = 0 gives 0
    case remainderInt
    /// −a
    case negateInt
    /// |a|, wrapping
    case absInt
    /// −1, 0 or 1
    case signInt
    /// smaller
    case minInt
    /// larger
    case maxInt
    /// bitwise and
    case andInt
    /// bitwise or
    case orInt
    /// bitwise exclusive or
    case xorInt
    /// bitwise not
    case notInt
    /// a shifted left by b & 31
    case shiftLeft
    /// a shifted right arithmetically by b & 31
    case shiftRight

    // Bool
    /// a and b; both are evaluated (the front end branches where a side has effects)
    case andBool
    /// a or b
    case orBool
    /// a ≠ b
    case xorBool
    /// not a
    case notBool

    // Comparisons: bool results; comparisons with NaN are false except `notEqualFloat`
    /// a < b
    case lessFloat
    /// a ≤ b
    case lessEqualFloat
    /// a = b
    case equalFloat
    /// a ≠ b
    case notEqualFloat
    /// a < b
    case lessInt
    /// a ≤ b
    case lessEqualInt
    /// a = b
    case equalInt
    /// a ≠ b
    case notEqualInt
    /// a is NaN
    case isNaN
    /// a is +inf or −inf
    case isInf

    /// a (bool) ? b : c; b, c and the result have one type
    case select

    // Conversions
    /// int to float, nearest even
    case intToFloat
    /// float to int towards zero, saturating; NaN gives 0
    case floatToInt
    /// 1 or 0
    case boolToFloat
    /// 1 or 0
    case boolToInt
    /// a ≠ 0; NaN is true
    case floatToBool
    /// a ≠ 0
    case intToBool
    /// the bits of a float as an int
    case floatBits
    /// the float that has these bits
    case bitsToFloat

    // Local arrays: index operand a (int), clamped to the array's bounds
    /// One result: scalar number a of the array
    case loadElement(array: Int)
    /// b stored to scalar number a of the array, in active pixels; no result
    case storeElement(array: Int)
}

/// Uniform facts about a sampler. The transform maps working-space points to sampler space:
/// `x' = a·x + c·y + tx`, `y' = b·x + d·y + ty`; sampler space runs 0…1 over the image's extent, or is working space where the extent is infinite.
public enum SamplerAttribute: String, Sendable, Hashable, CaseIterable {
    /// An entry of the transform.
    case a, b, c, d, tx, ty
    /// The image's extent in working space: (originX, originY) is its lower left corner. Infinite extents give −inf and inf.
    case originX, originY, width, height
}
