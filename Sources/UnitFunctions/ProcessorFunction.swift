import CImageUnit
import Foundation
import Pixels

/// A C function of a unit that computes pixels, with the signature that the filter's inputs give it.
///
/// Keeps its library in memory. Thread-safe as far as the unit keeps to the interface.
public struct ProcessorFunction: Sendable {
    /// An input image in memory.
    public struct Image {
        /// The pixels.
        public var raster: Raster
        /// Where the whole image is.
        public var extent: CGRect

        /// An image from its parts.
        public init(_ raster: Raster, extent: CGRect) { (self.raster, self.extent) = (raster, extent) }
    }

    private static let errorCapacity = 512

    private let terms: FunctionTerms
    private let address: UncheckedAddress
    private let signature: ForeignSignature
    private let imageCount: Int

    /// The function of that name.
    ///
    /// - Parameters:
    ///   - name: The exported symbol.
    ///   - library: Where it is.
    ///   - imageCount: How many images it reads.
    ///   - parameters: What it takes beside images.
    /// - Throws: `missingFunction`, `tooManyParameters`.
    public init(
        _ name: String, in library: UnitLibrary, imageCount: Int, parameters: [FunctionParameter]
    ) throws(UnitFunctionError) {
        terms = FunctionTerms(name: name, library: library, parameters: parameters)
        address = UncheckedAddress(pointer: try library.address(of: name))
        signature = try terms.signature(before: Array(repeating: .pointer, count: imageCount + 1))
        self.imageCount = imageCount
    }

    /// Computes every pixel of `output`, which is made transparent before.
    ///
    /// - Parameters:
    ///   - images: As many as the function reads, each with all pixels that its region function asked for.
    ///   - output: What to compute, and where to.
    ///   - extent: Where the whole result is.
    ///   - arguments: One for each parameter.
    /// - Throws: `unsuitedArguments`, `failed`.
    public func callAsFunction(
        _ images: [Image], output: Raster, extent: CGRect, arguments: [FunctionArgument]
    ) throws(UnitFunctionError) {
        precondition(images.count == imageCount, "one raster for each image")
        var numbers = try terms.numbers(arguments)
        output.fill(output.bounds, with: .zero)
        let (status, text) = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Self.errorCapacity) { text in
            text.initialize(repeating: 0)
            var descriptions = images.map { ci_image($0.raster, extent: $0.extent) }
            var result = ci_image(output, extent: extent)
            (result.error_text, result.error_capacity) = (text.baseAddress, text.count - 1)
            descriptions.append(result)
            let status = call(&descriptions, &numbers)
            // The last byte is out of the unit's reach unless it writes where it must not.
            text[text.count - 1] = 0
            return (status, text.baseAddress.map { String(cString: $0) } ?? "")
        }
        // The descriptions point into the rasters' memory without keeping it.
        withExtendedLifetime((images, output)) {}
        if status != 0 { throw .failed(terms.name, unit: terms.library.unit, status: status, text: text) }
    }

    private func call(_ descriptions: inout [ci_image], _ numbers: inout [Double]) -> Int32 {
        descriptions.withUnsafeMutableBufferPointer { descriptions in
            var pointers = descriptions.indices.map { index in descriptions.baseAddress.map { $0 + index } }
            return pointers.withUnsafeMutableBufferPointer { pointers in
                numbers.withUnsafeMutableBufferPointer { numbers in
                    let images = pointers.indices.compactMap { index in
                        pointers.baseAddress.map { UnsafeMutableRawPointer($0 + index) }
                    }
                    return signature.call(address.pointer, images + terms.addresses(in: numbers))
                }
            }
        }
    }
}

/// A function's address, which may be shared: code doesn't change while its library is held.
struct UncheckedAddress: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer
}

extension ci_image {
    /// A description of a raster's memory, which it doesn't keep.
    init(_ raster: Raster, extent: CGRect) {
        let bounds = raster.bounds
        self.init(
            struct_size: UInt32(MemoryLayout<ci_image>.size), format: UInt32(CI_FORMAT_RGBA_FLOAT.rawValue),
            x: Int64(bounds.x), y: Int64(bounds.y), width: Int64(bounds.width), height: Int64(bounds.height),
            bytes_per_row: raster.stride * MemoryLayout<SIMD4<Float>>.stride,
            data: UnsafeMutableRawPointer(raster.pixels).assumingMemoryBound(to: Float.self), extent: ci_rect(extent),
            error_text: nil, error_capacity: 0)
    }
}

extension ci_rect {
    /// A rectangle for a unit; an empty one at the origin for a null one.
    init(_ rect: CGRect) {
        self.init(
            x: rect.isNull ? 0 : rect.minX, y: rect.isNull ? 0 : rect.minY, width: rect.width, height: rect.height)
    }
}
