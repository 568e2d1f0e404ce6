/// A type of the kernel language.
struct KernelType: Hashable, Sendable {
    enum Base: Hashable, Sendable {
        case void
        case scalar(ScalarType)
        case vector(ScalarType, Int)
        /// A square matrix. The number is its count of columns and of rows.
        case matrix(Int)
        case sampler
        case table
        /// `genF`, `vecB` and similar types of the prelude: a vector whose size, `smallest`…4, depends on the call. A
        /// `gen` type starts at 1, a `vec` type at 2.
        case generic(ScalarType, smallest: Int)
        /// The type of an expression for which an error was reported. It causes no further errors.
        case invalid
    }

    var base: Base
    /// Number of elements if the type is an array, else nil.
    var count: Int?

    init(_ base: Base, count: Int? = nil) { (self.base, self.count) = (base, count) }

    static let void = KernelType(.void)
    static let float = KernelType(.scalar(.float))
    static let int = KernelType(.scalar(.int))
    static let bool = KernelType(.scalar(.bool))
    static let sampler = KernelType(.sampler)
    static let invalid = KernelType(.invalid)
    static func vector(_ scalar: ScalarType, _ size: Int) -> KernelType {
        KernelType(size == 1 ? .scalar(scalar) : .vector(scalar, size))
    }
    static func matrix(_ size: Int) -> KernelType { KernelType(.matrix(size)) }

    var isArray: Bool { count != nil }
    var isInvalid: Bool { base == .invalid }
    var isSampler: Bool { base == .sampler || base == .table }
    var isScalar: Bool { if case .scalar = base, count == nil { true } else { false } }
    var isVector: Bool { if case .vector = base, count == nil { true } else { false } }
    var isMatrix: Bool { if case .matrix = base, count == nil { true } else { false } }
    /// Whether the type is a scalar, vector or matrix.
    var isNumeric: Bool { scalarType != nil && count == nil }

    /// Returns the type with `size` components if it is generic, else the type itself.
    func specialized(_ size: Int?) -> KernelType {
        guard case .generic(let scalar, _) = base, let size else { return self }
        var type = KernelType.vector(scalar, size)
        type.count = count
        return type
    }

    /// The scalar type of the components.
    var scalarType: ScalarType? {
        switch base {
        case .scalar(let scalar), .vector(let scalar, _): scalar
        case .matrix: .float
        default: nil
        }
    }

    /// Number of components in one element.
    var elementSize: Int {
        switch base {
        case .scalar: 1
        case .vector(_, let size): size
        case .matrix(let size): size * size
        default: 0
        }
    }

    /// Number of scalars in a value.
    var scalarCount: Int { elementSize * (count ?? 1) }

    /// Number of components of a scalar or vector, at least 1. Nil for other types.
    var vectorSize: Int? { isScalar ? 1 : isVector ? elementSize : nil }

    var element: KernelType { KernelType(base) }

    /// Returns the same shape with components of another scalar type.
    func with(_ scalar: ScalarType) -> KernelType {
        switch base {
        case .scalar: KernelType(.scalar(scalar), count: count)
        case .vector(_, let size): KernelType(.vector(scalar, size), count: count)
        default: self
        }
    }
}

extension KernelType: CustomStringConvertible {
    /// The type as written in a source.
    var description: String {
        let name =
            switch base {
            case .void: "void"
            case .scalar(let scalar): scalar.rawValue
            case .vector(.float, let size): "vec\(size)"
            case .vector(.int, let size): "ivec\(size)"
            case .vector(.bool, let size): "bvec\(size)"
            case .matrix(let size): "mat\(size)"
            case .sampler: "sampler"
            case .table: "__table sampler"
            case .generic(let scalar, let smallest):
                (smallest == 1 ? "gen" : "vec") + scalar.rawValue.prefix(1).uppercased()
            case .invalid: "an unknown type"
            }
        return count.map { "\(name)[\($0)]" } ?? name
    }
}
