import CImageUnit
import Foundation
import Pixels

/// A C function of a unit that computes pixels. Its signature follows from the filter's inputs.
///
/// It keeps the library loaded. Thread-safe if the unit obeys the interface.
package struct ProcessorFunction: Sendable {
    /// An input image in memory.
    package struct Image {
        /// The pixels.
        package var raster: Raster
        /// The extent of the whole image in working space.
        package var extent: CGRect

        /// Creates an input image from its raster and extent.
        package init(_ raster: Raster, extent: CGRect) { (self.raster, self.extent) = (raster, extent) }
    }

    private static let errorCapacity = 512

    private let function: UnitFunctionParameters
    private let address: UncheckedAddress
    private let signature: ForeignSignature
    private let imageCount: Int

    /// Looks up a function in a library.
    ///
    /// - Parameters:
    ///   - name: The exported symbol.
    ///   - library: The unit's library.
    ///   - imageCount: The number of input images.
    ///   - parameters: The types of the other parameters.
    /// - Throws: `missingFunction`, `tooManyParameters`.
    package init(
        _ name: String, in library: UnitLibrary, imageCount: Int, parameters: [FunctionParameter]
    ) throws(UnitFunctionError) {
        function = UnitFunctionParameters(name: name, library: library, parameters: parameters)
        address = UncheckedAddress(pointer: try library.address(of: name))
        signature = try function.signature(before: Array(repeating: .pointer, count: imageCount + 1))
        self.imageCount = imageCount
    }

    /// Clears `output` to transparent, then calls the function to compute its pixels.
    ///
    /// - Parameters:
    ///   - images: One image for each image parameter. Each holds all pixels that the region function returned.
    ///   - output: The raster to compute, and its bounds.
    ///   - extent: The extent of the whole result.
    ///   - arguments: One value for each other parameter.
    /// - Throws: `unsuitedArguments`, `failed`.
    package func callAsFunction(
        _ images: [Image], output: Raster, extent: CGRect, arguments: [FunctionArgument]
    ) throws(UnitFunctionError) {
        precondition(images.count == imageCount, "one raster for each image")
        var numbers = try function.numbers(arguments)
        output.fill(output.bounds, with: .zero)
        let (status, text) = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Self.errorCapacity) { text in
            text.initialize(repeating: 0)
            var descriptions = images.map { ci_image($0.raster, extent: $0.extent) }
            var result = ci_image(output, extent: extent)
            (result.error_text, result.error_capacity) = (text.baseAddress, text.count - 1)
            descriptions.append(result)
            let status = call(&descriptions, &numbers)
            // The unit can overwrite the terminating zero only by violating the declared capacity.
            text[text.count - 1] = 0
            return (status, text.baseAddress.map { String(cString: $0) } ?? "")
        }
        // The structs point to the memory of the rasters without retaining it.
        withExtendedLifetime((images, output)) {}
        if status != 0 { throw .failed(function.name, unit: function.library.unit, status: status, text: text) }
    }

    private func call(_ descriptions: inout [ci_image], _ numbers: inout [Double]) -> Int32 {
        descriptions.withUnsafeMutableBufferPointer { descriptions in
            var pointers = descriptions.indices.map { index in descriptions.baseAddress.map { $0 + index } }
            return pointers.withUnsafeMutableBufferPointer { pointers in
                numbers.withUnsafeMutableBufferPointer { numbers in
                    let images = pointers.indices.compactMap { index in
                        pointers.baseAddress.map { UnsafeMutableRawPointer($0 + index) }
                    }
                    return signature.call(address.pointer, images + function.addresses(in: numbers))
                }
            }
        }
    }
}

/// A function's address. It can be shared between threads, because code doesn't change while its library is loaded.
struct UncheckedAddress: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer
}

extension ci_image {
    /// Describes the memory of a raster, without retaining it.
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
    /// Creates a rectangle for a unit. A null rectangle becomes an empty one at the origin.
    init(_ rect: CGRect) {
        self.init(
            x: rect.isNull ? 0 : rect.minX, y: rect.isNull ? 0 : rect.minY, width: rect.width, height: rect.height)
    }
}
