/// A kernel parameter as written in the source.
package struct KernelParameter: Sendable, Hashable {
    /// The parameter's name in the source.
    package var name: String
    /// The parameter's type.
    package var type: KernelParameterType
    /// The span of its declaration.
    package var span: SourceSpan

    /// Creates a parameter.
    package init(name: String, type: KernelParameterType, span: SourceSpan) {
        (self.name, self.type, self.span) = (name, type, span)
    }
}

/// The types that a kernel parameter can have.
package enum KernelParameterType: Sendable, Hashable {
    /// `float` or `__number`: one number.
    case float
    /// `int`: one number, truncated.
    case int
    /// `bool`: one number, true when not zero.
    case bool
    /// `vec2`, `vec3`, `vec4` (and `float2` …): a `CIVector`.
    case vector(Int)
    /// `ivec2` … : a `CIVector`, truncated.
    case intVector(Int)
    /// `bvec2` … : a `CIVector`, true where not zero.
    case boolVector(Int)
    /// `mat2`, `mat3`, `mat4`: n·n numbers, column by column.
    case matrix(Int)
    /// `__color`: a colour converted to the working space, premultiplied by its alpha.
    case color
    /// `sampler`: an image that can be sampled anywhere.
    case sampler
    /// `__table`: a sampler whose pixels are numbers, not colours. They are never colour converted.
    case table
    /// `__sample`: the image's colour at the current pixel.
    case sample

    /// Whether an image is bound to this parameter.
    package var isImage: Bool {
        switch self {
        case .sampler, .table, .sample: true
        default: false
        }
    }

    /// Number of scalars that an argument of this type supplies to `Opcode.argument`. Zero for images.
    package var componentCount: Int {
        switch self {
        case .float, .int, .bool: 1
        case .vector(let n), .intVector(let n), .boolVector(let n): n
        case .matrix(let n): n * n
        case .color: 4
        case .sampler, .table, .sample: 0
        }
    }

    /// The type of the scalars of `Opcode.argument`.
    package var scalarType: ScalarType {
        switch self {
        case .int, .intVector: .int
        case .bool, .boolVector: .bool
        default: .float
        }
    }
}
