import KernelLanguage

/// What is known about the value of a part of an expression, as far as its components are concerned.
enum ValueShape: Hashable, Sendable {
    /// A scalar (size 1) or a vector.
    case vector(scalar: String, size: Int)
    case matrix(Int)
    indirect case array(ValueShape)
    /// A value without components, such as an image.
    case other

    init(typeName: String, isArray: Bool) {
        let element: ValueShape
        if let type = BuiltInType.all[typeName], type.columns > 0 {
            element = .matrix(type.columns)
        } else if let type = BuiltInType.all[typeName], type.size > 0, let scalar = type.scalar {
            element = .vector(scalar: scalar, size: type.size)
        } else {
            element = .other
        }
        self = isArray ? .array(element) : element
    }

    /// The shape of an element, as in `a[i]`.
    var element: ValueShape {
        switch self {
        case .vector(let scalar, _): .vector(scalar: scalar, size: 1)
        case .matrix(let size): .vector(scalar: "float", size: size)
        case .array(let element): element
        case .other: .other
        }
    }

    /// The name of the type, or nil if there is none.
    var typeName: String? {
        switch self {
        case .vector(let scalar, 1): scalar
        case .vector("float", let size): "vec\(size)"
        case .vector("int", let size): "ivec\(size)"
        case .vector(_, let size): "bvec\(size)"
        case .matrix(let size): "mat\(size)"
        case .array(let element): element.typeName.map { "\($0)[]" }
        case .other: nil
        }
    }
}
