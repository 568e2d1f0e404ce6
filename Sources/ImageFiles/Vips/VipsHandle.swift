import CVips
import Foundation

/// A reference to a libvips image, released together with this object. Thread-safe, as libvips images are.
final class VipsHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes ownership of a reference returned by a `cvips` function. Throws libvips' message if it is nil.
    init(_ pointer: OpaquePointer?) throws(LibraryFailure) {
        guard let pointer else { throw Vips.failure() }
        self.pointer = pointer
    }

    deinit { cvips_release(pointer) }

    var width: Int { Int(cvips_width(pointer)) }
    var height: Int { Int(cvips_height(pointer)) }
    var bands: Int { Int(cvips_bands(pointer)) }
    var format: String { String(cString: cvips_format(pointer)) }
    var interpretation: String { String(cString: cvips_interpretation(pointer)) }
    var coding: String { String(cString: cvips_coding(pointer)) }

    /// The resolution in pixels per millimetre, horizontally and vertically.
    var resolution: (x: Double, y: Double) {
        (cvips_horizontal_resolution(pointer), cvips_vertical_resolution(pointer))
    }

    /// The names of all metadata fields.
    var fields: [String] {
        guard let list = cvips_fields(pointer) else { return [] }
        defer { cvips_free_fields(list) }
        return sequence(first: list, next: { $0 + 1 }).prefix { $0.pointee != nil }.compactMap {
            $0.pointee.map { String(cString: $0) }
        }
    }

    func integer(_ name: String) -> Int? {
        var value: Int32 = 0
        return cvips_integer(pointer, name, &value) == 0 ? Int(value) : nil
    }

    func string(_ name: String) -> String? { cvips_string(pointer, name).map { String(cString: $0) } }

    func blob(_ name: String) -> Data? {
        var size = 0
        return cvips_blob(pointer, name, &size).map { Data(bytes: $0, count: size) }
    }
}
