/// A description of every built-in function, for editors.
enum FunctionSummaries {
    /// The descriptions by name, in Markdown.
    static let text: [String: String] = [
        // Images and places
        "destCoord": "The centre of the pixel to compute, in working space, such as (0.5, 0.5).",
        "sample":
            "The premultiplied colour of the image `s` at `point`, which is in sampler space. Transparent outside of the image.",
        "samplerCoord":
            "The centre of the pixel to compute, in the sampler space of `s`. For a `__sample` it is `destCoord()`.",
        "samplerTransform": "The point `p` of working space, converted to the sampler space of `s`.",
        "samplerExtent": "The extent of the image `s` in working space: x, y, width and height.",
        "samplerOrigin": "The lower left corner of the extent of the image `s`, in working space.",
        "samplerSize": "The width and height of the extent of the image `s`, in working space.",

        // Colour
        "premultiply": "The colour `c` with red, green and blue multiplied by alpha.",
        "unpremultiply":
            "The colour `c` with red, green and blue divided by alpha. Unchanged if alpha isn't positive.",
        "srgb_to_linear": "The linear light of sRGB values. Alpha is kept, and negative values are mirrored.",
        "linear_to_srgb": "The sRGB values of linear light. Alpha is kept, and negative values are mirrored.",

        // Choice
        "compare": "`y` where `x` is negative, otherwise `z`.",

        // Angles
        "radians": "An angle in degrees, converted to radians.",
        "degrees": "An angle in radians, converted to degrees.",
        "sin": "The sine of an angle in radians.", "cos": "The cosine of an angle in radians.",
        "tan": "The tangent of an angle in radians.", "asin": "The angle, −π/2…π/2, whose sine is `x`.",
        "acos": "The angle, 0…π, whose cosine is `x`.",
        "atan": "The angle whose tangent is `x`, or the angle of the point (x, y), −π…π, with two arguments.",
        "sinh": "The hyperbolic sine of `x`.", "cosh": "The hyperbolic cosine of `x`.",
        "tanh": "The hyperbolic tangent of `x`.", "asinh": "The number whose hyperbolic sine is `x`.",
        "acosh": "The number, not negative, whose hyperbolic cosine is `x`.",
        "atanh": "The number whose hyperbolic tangent is `x`.", "sin_": "The same as `sin`.",
        "cos_": "The same as `cos`.", "tan_": "The same as `tan`.",
        "cossin": "The cosine and the sine of an angle in radians, in this order.",
        "cossin_": "The same as `cossin`.",
        "sincos": "The sine and the cosine of an angle in radians, in this order.",
        "sincos_": "The same as `sincos`.",

        // Powers
        "pow": "`x` to the power of `y`. NaN for a negative `x`, unless `y` is a whole number.",
        "exp": "e to the power of `x`.", "log": "The natural logarithm of `x`.", "exp2": "2 to the power of `x`.",
        "log2": "The logarithm of `x` to the base 2.", "sqrt": "The square root of `x`.",
        "inversesqrt": "1 divided by the square root of `x`.",

        // Numbers
        "abs": "The magnitude of `x`.", "sign": "−1, 0 or 1, by the sign of `x`.",
        "floor": "`x` rounded down to a whole number.", "ceil": "`x` rounded up to a whole number.",
        "fract": "The fraction of `x`: x − floor(x).",
        "round": "`x` rounded to the nearest whole number, halves away from zero.",
        "roundEven": "`x` rounded to the nearest whole number, halves to even numbers.",
        "trunc": "`x` rounded towards zero to a whole number.",
        "mod": "x − y · floor(x / y), the remainder with the sign of `y`.",
        "modf": "The fraction of `x` with its sign. `whole` becomes the rest.",
        "min": "The smaller value; `x` if `y` is NaN.", "max": "The larger value; `x` if `y` is NaN.",
        "clamp": "`x`, but at least `low` and at most `high`: min(max(x, low), high).",
        "mix": "x · (1 − a) + y · a, or `y` where `a` is true and otherwise `x`.",
        "step": "0 where `x` is less than `edge`, otherwise 1.",
        "smoothstep": "A smooth step of `x` from 0 at `low` to 1 at `high`.",
        "isnan": "Whether `x` is NaN.", "isinf": "Whether `x` is infinite.",

        // Geometry
        "dot": "The inner product of two vectors.", "cross": "The cross product of two vectors.",
        "length": "The length of a vector, or the magnitude of a number.",
        "distance": "The length of a − b.",
        "normalize": "`x` divided by its length. NaN for a vector of length 0.",
        "faceforward": "`n` if dot(nref, i) is negative, otherwise −n.",
        "reflect": "`i` mirrored at a surface with the unit normal `n`.",
        "refract":
            "`i` refracted at a surface with the unit normal `n`, with the ratio `eta` of refractive indices. 0 for total reflection.",

        // Comparisons
        "lessThan": "Whether a < b, for each component.", "lessThanEqual": "Whether a ≤ b, for each component.",
        "greaterThan": "Whether a > b, for each component.",
        "greaterThanEqual": "Whether a ≥ b, for each component.", "equal": "Whether a = b, for each component.",
        "notEqual": "Whether a ≠ b, for each component.", "any": "Whether a component is true.",
        "all": "Whether all components are true.", "not": "Each component negated.",

        // Matrices
        "matrixCompMult": "The product of each pair of elements; `a * b` is that of linear algebra.",
        "outerProduct": "The column `c` times the row `r`.",
        "transpose": "The matrix with rows and columns exchanged.", "determinant": "The determinant.",
        "inverse": "The inverse. Infinite or NaN for a singular matrix.",
    ]
}
