/// The operation of an instruction.
///
/// These comments are the specification. Every backend follows it, and the interpreter is the reference.
///
/// Floats are IEEE single precision, rounded to nearest. Denormals are not flushed, and operations are not
/// reassociated. `a`, `b`, `c` are the operands in order. "Accuracy" bounds the relative error against the exact value
/// for finite arguments in the function's domain, except where the result is denormal. Outside its domain a function
/// returns what C's `<math.h>` returns, unless stated here.
package enum Opcode: Sendable, Hashable {
    // Constants and inputs (no operands, one result unless stated)
    /// A float constant.
    case constantFloat(Float)
    /// An int constant.
    case constantInt(Int32)
    /// A bool constant.
    case constantBool(Bool)
    /// Component `component` of the argument for `Program.parameters[parameter]`, of type
    /// `KernelParameterType.scalarType`. Uniform.
    case argument(parameter: Int, component: Int)
    /// Two results: x and y of the current pixel's centre in working space, which are whole numbers + 0.5.
    case destCoord
    /// The value of a. Variables are written only by this instruction. Result and operand have the same type.
    case move

    // Sampling. `image` is an index into the image parameters (sampler, __table, __sample) in parameter order.
    /// Four results: the image's premultiplied colour at the current pixel. Equals `sample(s, samplerCoord(s))`
    /// exactly.
    case sampleAtDestination(image: Int)
    /// a, b: a point in sampler space. Four results: the image's premultiplied colour there, with the sampler's
    /// interpolation and wrapping. Non-finite coordinates give transparent black. A point within 1/1024 pixel of a
    /// pixel's centre is treated as that centre.
    case sample(image: Int)
    /// a, b: a point in working space. Four results: the image's premultiplied colour there. Equals `sample` at that
    /// point transformed to sampler space, but without the rounding errors of the transform.
    /// `sample(s, samplerTransform(s, p))` and the samples of fused warps are compiled to it.
    case sampleAtPoint(image: Int)
    /// One uniform float, an attribute of the sampler.
    case samplerAttribute(image: Int, SamplerAttribute)

    // Float arithmetic
    /// a + b
    case addFloat
    /// a − b
    case subtractFloat
    /// a · b
    case multiplyFloat
    /// a / b as in IEEE 754: x/0 is ±inf, 0/0 is NaN
    case divideFloat
    /// −a
    case negateFloat
    /// a − b·⌊a/b⌋ (GLSL `mod`). The result has the sign of b. b = 0 gives NaN
    case modFloat
    /// |a|
    case absFloat
    /// −1, 0 or 1. NaN gives NaN
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
    /// a · b + c, rounded once. Generated colour conversions use it. Kernel text can't.
    case fusedMultiplyAdd
    /// √a, correctly rounded. A negative a gives NaN
    case sqrt
    /// 1/√a, accuracy 2⁻²². 0 gives +inf
    case inversesqrt
    // Transcendental functions. Accuracy 2⁻²¹. Absolute errors for |a| ≤ 2¹⁵: 2⁻²¹ for sin and cos, 2⁻²¹ · max(1, |tan
    // a|) for tan. Results of exp, exp2 and pow below the smallest normal float may be 0.
    // `Program.expandingTranscendentals` defines the exact bits.
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
    /// angle of the point (b, a), C's `atan2(a, b)`
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
    /// a / b, truncated towards zero. b = 0 gives 0. Int32.min / −1 wraps
    case divideInt
    /// a − b·(a/b). b = 0 gives 0
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
    /// a and b. Both operands are always evaluated; lowering emits a branch where the right side has effects or is
    /// costly
    case andBool
    /// a or b
    case orBool
    /// a ≠ b
    case xorBool
    /// not a
    case notBool

    // Comparisons have bool results. Comparisons with NaN are false, except `notEqualFloat`.
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

    /// a (bool) ? b : c. b, c and the result have the same type
    case select

    // Conversions
    /// int to float, nearest even
    case intToFloat
    /// float to int, truncated towards zero, saturating. NaN gives 0
    case floatToInt
    /// 1 or 0
    case boolToFloat
    /// 1 or 0
    case boolToInt
    /// a ≠ 0. NaN gives true
    case floatToBool
    /// a ≠ 0
    case intToBool
    /// the bits of a float as an int
    case floatBits
    /// the float that has these bits
    case bitsToFloat

    /// Number a & 15 of a table of constants. Generated colour conversions use it. Kernel text can't.
    case lookup(LookupTable)

    // Local arrays. Operand a (int) is an index into the array's scalars, clamped to its bounds.
    /// One result: scalar number a of the array
    case loadElement(array: Int)
    /// Stores b to scalar number a of the array, in active pixels. No result
    case storeElement(array: Int)
}

/// Uniform attributes of a sampler.
///
/// The transform maps working-space points to sampler space: `x' = a·x + c·y + tx`, `y' = b·x + d·y + ty`. Sampler
/// space is 0…1 over the image's extent, or working space if the extent is infinite.
package enum SamplerAttribute: String, Sendable, Hashable, CaseIterable {
    /// An element of the transform.
    case a, b, c, d, tx, ty
    /// The image's extent in working space. (originX, originY) is the lower left corner. Infinite extents give −inf and
    /// inf.
    case originX, originY, width, height
}
