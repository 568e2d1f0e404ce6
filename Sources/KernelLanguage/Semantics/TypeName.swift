/// The names of types.
enum TypeName {
    /// Every spelling with its type. Inside a kernel, `__color` and `__sample` are values of four floats.
    static let types: [String: KernelType] = {
        var types: [String: KernelType] = [
            "void": .void, "float": .float, "int": .int, "bool": .bool, "sampler": .sampler,
            "__sample": .vector(.float, 4),
            "__color": .vector(.float, 4), "__number": .float,
        ]
        for size in 2...4 {
            for name in ["vec", "float"] { types["\(name)\(size)"] = .vector(.float, size) }
            for name in ["ivec", "int"] { types["\(name)\(size)"] = .vector(.int, size) }
            for name in ["bvec", "bool"] { types["\(name)\(size)"] = .vector(.bool, size) }
            for name in ["mat\(size)", "mat\(size)x\(size)", "float\(size)x\(size)"] { types[name] = .matrix(size) }
        }
        return types
    }()

    /// Type names of related languages, with the text to write instead.
    static let foreign: [String: String] = [
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
