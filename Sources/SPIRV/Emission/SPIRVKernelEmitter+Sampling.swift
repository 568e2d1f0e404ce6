import DeviceKernels
import ImageGraph
import KernelLanguage

extension SPIRVKernelEmitter {
    /// Writes the address of an image's fields.
    private func fields(_ image: Int) -> UInt32 {
        writer.value(.iAdd, module.long, [blockAddress, module.constant(long: block.offset(ofImage: image))])
    }

    private func double(_ field: ParameterBlockLayout.ImageField, _ fields: UInt32) -> UInt32 {
        writer.load(module.double, at: fields, offset: field.offset)
    }

    /// Writes a sample of an image at the pixel.
    mutating func sampleAtDestination(_ image: Int) -> UInt32 {
        guard layout.images[image].isAligned else {
            let center = pixelCenter()
            return sample(image, transformed: center[0], center[1])
        }
        let fields = fields(image)
        let places = zip(pixel, [ParameterBlockLayout.ImageField.columnOffset, .rowOffset]).map { number, offset in
            writer.value(
                .iAdd, module.long, [number, writer.load(module.long, at: fields, offset: offset.offset)])
        }
        let function = function("aligned", image) { $0.defineAligned(clamps: $1.wrap == .clamp) }
        return writer.value(.functionCall, module.color, [function, fields] + places)
    }

    /// Writes a sample of an image at a point of sampler space.
    mutating func sample(_ image: Int, _ point: [UInt32]) -> UInt32 {
        let fields = fields(image)
        func place(
            _ coordinate: UInt32, _ scale: ParameterBlockLayout.ImageField, _ origin: ParameterBlockLayout.ImageField
        ) -> UInt32 {
            let number = writer.value(.fConvert, module.double, [coordinate])
            let scaled = writer.arithmetic(.fMul, module.double, [number, double(scale, fields)])
            return writer.arithmetic(.fAdd, module.double, [scaled, double(origin, fields)])
        }
        return call(image, fields, place(point[0], .scaleX, .originX), place(point[1], .scaleY, .originY))
    }

    /// Writes a sample of an image at a point of working space.
    mutating func sampleAtPoint(_ image: Int, _ point: [UInt32]) -> UInt32 {
        let wide = point.map { writer.value(.fConvert, module.double, [$0]) }
        return sample(image, transformed: wide[0], wide[1])
    }

    /// Writes a sample of an image at a point of working space, given as doubles.
    private mutating func sample(_ image: Int, transformed x: UInt32, _ y: UInt32) -> UInt32 {
        let fields = fields(image)
        func row(
            _ a: ParameterBlockLayout.ImageField, _ c: ParameterBlockLayout.ImageField,
            _ t: ParameterBlockLayout.ImageField
        ) -> UInt32 {
            let first = writer.arithmetic(.fMul, module.double, [double(a, fields), x])
            let second = writer.arithmetic(.fMul, module.double, [double(c, fields), y])
            let sum = writer.arithmetic(.fAdd, module.double, [first, second])
            return writer.arithmetic(.fAdd, module.double, [sum, double(t, fields)])
        }
        return call(image, fields, row(.a, .c, .tx), row(.b, .d, .ty))
    }

    /// Writes a sample of an image at a position in its pixel space.
    private mutating func call(_ image: Int, _ fields: UInt32, _ x: UInt32, _ y: UInt32) -> UInt32 {
        let function = function("sample", image) {
            $1.interpolation == .linear
                ? $0.defineLinear(clamps: $1.wrap == .clamp) : $0.defineNearest(clamps: $1.wrap == .clamp)
        }
        return writer.value(.functionCall, module.color, [function, fields, x, y])
    }

    /// Returns the function for a purpose and images like the one with an index. Defines it if there is none.
    private mutating func function(
        _ purpose: String, _ index: Int, _ define: (SPIRVSampling, ImageLayout) -> UInt32
    ) -> UInt32 {
        let image = layout.images[index]
        let name = "\(purpose) \(image.format.name) \(image.interpolation.rawValue) \(image.wrap.rawValue)"
        if let id = functions[name] { return id }
        let id = define(SPIRVSampling(module: module, coding: imageCodings[index]), image)
        functions[name] = id
        return id
    }
}
