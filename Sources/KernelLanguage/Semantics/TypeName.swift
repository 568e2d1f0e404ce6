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
}
