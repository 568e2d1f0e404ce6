/// Names of related languages, with the text to write instead.
enum RelatedLanguageHelp {
    /// Functions.
    static let functions: [String: String] = [
        "lerp": "write mix(a, b, t)", "saturate": "write clamp(x, 0.0, 1.0)", "frac": "write fract(x)",
        "fmod": "write mod(x, y)",
        "rsqrt": "write inversesqrt(x)", "atan2": "write atan(y, x)", "fabs": "write abs(x)", "fmin": "write min(x, y)",
        "fmax": "write max(x, y)", "powr": "write pow(x, y)", "texture2D": "write sample(image, point)",
        "texture": "write sample(image, point)", "texture2DRect": "write sample(image, point)",
        "tex2D": "write sample(image, point)",
        "mul": "write a * b", "select": "write condition ? a : b, or mix(a, b, condition)",
        "rint": "write roundEven(x)",
        "log10": "write log(x) * 0.4342944819", "fma": "write a * b + c",
        "ddx": "derivatives do not exist: sample twice and subtract",
        "dFdx": "derivatives do not exist: sample twice and subtract",
        "dFdy": "derivatives do not exist: sample twice and subtract",
        "fwidth": "derivatives do not exist: pass the width of a pixel as a parameter",
        "noise1": "pass a noise image, such as CIRandomGenerator's, and sample it",
        "noise2": "pass a noise image, such as CIRandomGenerator's, and sample it",
        "noise3": "pass a noise image, such as CIRandomGenerator's, and sample it",
        "noise4": "pass a noise image, such as CIRandomGenerator's, and sample it",
        "printf": "return the value as a colour to look at it", "main": "a kernel is called by its own name",
    ]

    /// Types.
    static let types: [String: String] = [
        "half": "write float", "half2": "write vec2", "half3": "write vec3", "half4": "write vec4",
        "double": "write float",
        "uint": "write int", "unsigned": "write int", "short": "write int", "char": "write int", "long": "write int",
        "uvec2": "write ivec2", "uvec3": "write ivec3", "uvec4": "write ivec4", "sampler2D": "write sampler",
        "sampler2DRect": "write sampler", "samplerCube": "only flat images can be sampled; write sampler",
        "sampler1D": "only flat images can be sampled; write __table sampler", "texture2d": "write sampler",
        "sample_t": "write __sample", "destination": "call destCoord() instead", "auto": "write the type",
        "mat2x3": "only square matrices exist: mat2, mat3, mat4",
        "mat3x2": "only square matrices exist: mat2, mat3, mat4",
        "mat2x4": "only square matrices exist: mat2, mat3, mat4",
        "mat4x2": "only square matrices exist: mat2, mat3, mat4",
        "mat3x4": "only square matrices exist: mat2, mat3, mat4",
        "mat4x3": "only square matrices exist: mat2, mat3, mat4",
    ]
}
