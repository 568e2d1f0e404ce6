import Foundation
import ImageGraph
import KernelLanguage
import Pixels

extension ParameterBlockLayout {
    /// Writes the block of a call.
    ///
    /// - Parameters:
    ///   - program: The program of this layout.
    ///   - layout: The formats, interpolations and wrap modes for which code was generated.
    ///   - address: The device's address of the block, a multiple of `alignment`.
    ///   - memory: At least `byteCount` bytes, a copy of which will be at that address. All of them are written.
    /// - Throws: `KernelRunError` or `DeviceKernelError` if the call doesn't fit the program or the layout.
    package func write(
        _ call: DeviceKernelCall, of program: Program, layout: KernelLayout, address: UInt64,
        to memory: UnsafeMutableRawBufferPointer
    ) throws {
        precondition(memory.count >= byteCount, "the memory is smaller than the parameter block")
        try program.validate(call, layout)
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        var writer = ParameterBlockWriter(memory: memory)
        writer.set(.x, call.region.x)
        writer.set(.y, call.region.y)
        writer.set(.width, call.region.width)
        writer.set(.height, call.region.height)
        writer.set(.output, call.output.address(call.region.x, call.region.y))
        writer.set(.outputBytesPerRow, call.output.bytesPerRow)
        writer.set(.outputBytesPerPixel, call.output.format.pixelStride)
        writer.set(.stepBudget, min(max(0, call.stepBudget), Self.stepLimit))
        writer.set(.fault, call.fault)
        let geometries = call.images.map { SamplerGeometry($0) }
        for input in inputs {
            guard let offset = offset(of: input) else { continue }
            writer.set(offset, program.bits(of: input, call.arguments, geometries))
        }
        for image in call.images.indices {
            writer.offset = offset(ofImage: image)
            try write(image, of: call, geometries[image], kernel: program.name, zeros: address, to: &writer)
        }
    }

    private func write(
        _ image: Int, of call: DeviceKernelCall, _ geometry: SamplerGeometry, kernel: String, zeros: UInt64,
        to writer: inout ParameterBlockWriter
    ) throws(DeviceKernelError) {
        let (binding, pixels) = (call.images[image], call.pixels[image])
        let (readable, rect) = (geometry.readable, geometry.rect)
        guard max(readable.width, readable.height) < Self.columnLimit else {
            throw .imageTooLarge(kernel: kernel, image: image)
        }
        writer.set(.bytesPerPixel, binding.pixels.format.pixelStride)
        if readable.isEmpty {
            writer.set(.base, zeros + UInt64(Field.zeros0.offset))
        } else {
            guard pixels.format == binding.pixels.format else { throw .wrongImage(kernel: kernel, image: image) }
            guard pixels.bounds.contains(readable), pixels.isAligned else {
                throw .wrongPixels(kernel: kernel, what: "image \(image)")
            }
            writer.set(.base, pixels.address(readable.x, readable.y))
            writer.set(.bytesPerRow, pixels.bytesPerRow)
            writer.set(.columns, readable.width)
            writer.set(.rows, readable.height)
        }
        // Keep the numbers small. The result is the same for any edge that is several pixels outside the readable part.
        writer.set(.left, max(rect.x - readable.x, -4))
        writer.set(.right, min(rect.maxX - 1 - readable.x, readable.width + 3))
        writer.set(.bottom, max(rect.y - readable.y, -4))
        writer.set(.top, min(rect.maxY - 1 - readable.y, readable.height + 3))
        let t = binding.transform
        writer.set(.columnOffset, Self.wholePixels(t.tx) - readable.x)
        writer.set(.rowOffset, Self.wholePixels(t.ty) - readable.y)
        for (field, value) in [(ImageField.a, t.a), (.b, t.b), (.c, t.c), (.d, t.d), (.tx, t.tx), (.ty, t.ty)] {
            writer.set(field, Double(value))
        }
        for (field, value) in [
            (ImageField.scaleX, geometry.scaleX), (.scaleY, geometry.scaleY), (.originX, geometry.originX),
            (.originY, geometry.originY), (.lowX, geometry.horizontal.low), (.highX, geometry.horizontal.high),
            (.baseX, geometry.horizontal.base), (.lowY, geometry.vertical.low), (.highY, geometry.vertical.high),
            (.baseY, geometry.vertical.base),
        ] { writer.set(field, value) }
        writer.set(.isIdentity, t.isIdentity ? 1 : 0)
        writer.set(.clamps, geometry.clamps ? 1 : 0)
    }

    /// Returns a distance in pixels, clamped. The result doesn't matter beyond the limit, where it leads outside every
    /// image.
    private static func wholePixels(_ distance: Double) -> Int {
        let limit = Double(8 * PixelRect.coordinateLimit)
        return distance.isNaN ? 0 : Int(min(max(distance, -limit), limit))
    }
}

extension Program {
    /// Returns the four bytes of a uniform input.
    fileprivate func bits(
        of input: KernelInput, _ arguments: KernelArguments, _ geometries: [SamplerGeometry]
    ) -> UInt32 {
        switch input {
        case .argument(let parameter, let component):
            let value = arguments.components[parameter][component]
            switch parameters[parameter].type.scalarType {
            case .float: return value.bitPattern
            case .int: return UInt32(bitPattern: Int32(saturating: value))
            case .bool: return value != 0 ? 1 : 0
            }
        case .attribute(let image, let attribute): return geometries[image].attribute(attribute).bitPattern
        }
    }
}
