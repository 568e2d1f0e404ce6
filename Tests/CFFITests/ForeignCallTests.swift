@preconcurrency import CFFI
import Foundation
import Testing

/// Tests of the binding to libffi, which calls functions whose signatures are known only at run time.
@Suite("Foreign calls")
struct ForeignCallTests {
    @Test("a C function of two doubles, called through a signature made at run time")
    func call() throws {
        var types: [UnsafeMutablePointer<ffi_type>?] = [type(of: &ffi_type_double), type(of: &ffi_type_double)]
        var signature = ffi_cif()
        let function: @convention(c) (Double, Double) -> Double = { pow($0, $1) }
        var (base, exponent, result) = (1.5, 4.0, 0.0)
        try types.withUnsafeMutableBufferPointer { types in
            try #require(ffi_prep_cif(&signature, FFI_DEFAULT_ABI, 2, &ffi_type_double, types.baseAddress) == FFI_OK)
            withUnsafeMutablePointer(to: &base) { base in
                withUnsafeMutablePointer(to: &exponent) { exponent in
                    var arguments: [UnsafeMutableRawPointer?] = [
                        UnsafeMutableRawPointer(base), UnsafeMutableRawPointer(exponent),
                    ]
                    ffi_call(
                        &signature, unsafeBitCast(function, to: (@convention(c) () -> Void).self), &result, &arguments)
                }
            }
        }
        #expect(result == 5.0625)
    }

    @Test("a signature with an invalid type is refused")
    func malformed() {
        var signature = ffi_cif()
        var broken = ffi_type(size: 0, alignment: 0, type: 999, elements: nil)
        let status = withUnsafeMutablePointer(to: &broken) { type -> ffi_status in
            ffi_prep_cif(&signature, FFI_DEFAULT_ABI, 0, type, nil)
        }
        #expect(status != FFI_OK)
    }

    private func type(of type: UnsafeMutablePointer<ffi_type>) -> UnsafeMutablePointer<ffi_type>? { type }
}
