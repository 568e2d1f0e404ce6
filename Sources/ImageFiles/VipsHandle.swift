import CVips
import Foundation

/// A reference to a libvips image, released together with this object. Thread-safe, as libvips images are.
final class VipsHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes ownership of a reference returned by a `cvips` function. Throws libvips' message if it is nil.
    init(_ pointer: OpaquePointer?) throws(VipsFailure) {
        guard let pointer else { throw VipsFailure.taken() }
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

    /// Makes libvips compute the first pixel, and thus everything that all other pixels depend on.
    func readFirstPixel() throws(VipsFailure) {
        // A pixel has at most four components of eight bytes.
        var pixel = [UInt8](repeating: 0, count: 64)
        guard cvips_read(pointer, 0, 0, 1, 1, &pixel, pixel.count) == 0 else { throw VipsFailure.taken() }
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

/// The error messages of libvips.
struct VipsFailure: Error {
    let message: String

    /// Takes the messages since the last call: the first three different lines, joined into one.
    static func taken() -> VipsFailure {
        guard let text = cvips_take_error() else { return VipsFailure(message: "libvips gave no reason") }
        defer { cvips_free(text) }
        let lines = String(cString: text).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        var seen: Set<String> = []
        let message = lines.filter { seen.insert($0).inserted }.prefix(3).joined(separator: "; ")
        return VipsFailure(message: message.isEmpty ? "libvips gave no reason" : message)
    }
}
