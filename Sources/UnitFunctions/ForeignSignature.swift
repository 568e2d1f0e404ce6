@preconcurrency import CFFI

/// A libffi signature of a C function that returns an `int`. Its parameters are known only at run time.
///
/// This is one of the few unsafe places: it allocates the memory that libffi reads, which lives as long as the
/// signature. Immutable after `init` and therefore safe to share between threads.
final class ForeignSignature: @unchecked Sendable {
    /// The type of a parameter.
    enum Parameter: Hashable, Sendable {
        /// An `int`.
        case integer
        /// Any pointer.
        case pointer
        /// A struct of this many doubles; 1 stands for a plain `double`.
        case doubles(Int)
    }

    private let interface: UnsafeMutablePointer<ffi_cif>
    private let types: UnsafeMutablePointer<UnsafeMutablePointer<ffi_type>?>
    private let count: Int

    /// Creates a signature. Returns nil if libffi can't call functions with it.
    init?(_ parameters: [Parameter]) {
        count = parameters.count
        interface = .allocate(capacity: 1)
        interface.initialize(to: ffi_cif())
        types = .allocate(capacity: max(1, parameters.count))
        for (index, parameter) in parameters.enumerated() {
            (types + index).initialize(to: ForeignTypes.shared[parameter])
        }
        let status = ffi_prep_cif(
            interface, FFI_DEFAULT_ABI, UInt32(parameters.count), ForeignTypes.shared[.integer], types)
        if status != FFI_OK { return nil }
    }

    deinit {
        interface.deallocate()
        types.deallocate()
    }

    /// Calls a function with this signature.
    ///
    /// - Parameter values: The address of each argument. The pointed-to value must have the parameter's type.
    func call(_ function: UnsafeMutableRawPointer, _ values: [UnsafeMutableRawPointer]) -> Int32 {
        precondition(values.count == count, "one value for each parameter")
        var addresses: [UnsafeMutableRawPointer?] = values
        // libffi extends small results to a full register.
        var result: ffi_arg = 0
        ffi_call(interface, unsafeBitCast(function, to: (@convention(c) () -> Void).self), &result, &addresses)
        return Int32(truncatingIfNeeded: result)
    }
}

/// libffi's descriptions of the C interface's types. They are created once and never freed.
private final class ForeignTypes: @unchecked Sendable {
    static let shared = ForeignTypes()
    private let integer = ForeignTypes.kept(ffi_type_sint32)
    private let pointer = ForeignTypes.kept(ffi_type_pointer)
    private let double = ForeignTypes.kept(ffi_type_double)
    private let structs: [UnsafeMutablePointer<ffi_type>]

    private init() {
        let double = double
        structs = (2...4).map { count in
            let members = UnsafeMutablePointer<UnsafeMutablePointer<ffi_type>?>.allocate(capacity: count + 1)
            members.initialize(repeating: double, count: count)
            (members + count).initialize(to: nil)
            // libffi computes size and alignment when it first uses the type.
            return ForeignTypes.kept(
                ffi_type(size: 0, alignment: 0, type: UInt16(FFI_TYPE_STRUCT), elements: members))
        }
        // Compute them here, so that threads don't race to do so.
        for type in structs { ffi_get_struct_offsets(FFI_DEFAULT_ABI, type, nil) }
    }

    private static func kept(_ type: ffi_type) -> UnsafeMutablePointer<ffi_type> {
        let place = UnsafeMutablePointer<ffi_type>.allocate(capacity: 1)
        place.initialize(to: type)
        return place
    }

    subscript(parameter: ForeignSignature.Parameter) -> UnsafeMutablePointer<ffi_type> {
        switch parameter {
        case .integer: integer
        case .pointer: pointer
        case .doubles(let count): count < 2 ? double : structs[count - 2]
        }
    }
}
