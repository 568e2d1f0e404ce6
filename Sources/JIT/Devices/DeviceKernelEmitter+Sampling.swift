import DeviceKernels
import ImageGraph
import KernelLanguage

extension DeviceKernelEmitter {
    /// Returns the address of an image's fields.
    private func image(_ index: Int) -> String {
        writer.value("getelementptr i8, \(FunctionWriter.devicePointer) %block, i64 \(block.offset(ofImage: index))")
    }

    /// Emits a sample of an image at the current pixel.
    mutating func sampleAtDestination(_ index: Int) -> String {
        let image = image(index)
        let layout = layout.images[index]
        guard layout.isAligned else {
            return call(index, image, transform(image, columnCenter, rowCenter))
        }
        let code = DeviceSampling(writer: writer, layout: layout, coding: imageCodings[index], image: image)
        return code.writePixel(column: column, row: row)
    }

    /// Emits a sample of an image at a point of sampler space.
    mutating func sample(_ index: Int, _ point: [CodeValue]) -> String {
        let image = image(index)
        func place(
            _ coordinate: CodeValue, _ scale: ParameterBlockLayout.ImageField, _ origin: ParameterBlockLayout.ImageField
        ) -> String {
            let factor = writer.blockField("double", scale, of: image)
            let scaled = writer.value("fmul double \(wide(coordinate)), \(factor)")
            return writer.value("fadd double \(scaled), \(writer.blockField("double", origin, of: image))")
        }
        return call(index, image, (place(point[0], .scaleX, .originX), place(point[1], .scaleY, .originY)))
    }

    /// Emits a sample of an image at a point of working space.
    mutating func sampleAtPoint(_ index: Int, _ point: [CodeValue]) -> String {
        let image = image(index)
        let (x, y) = (wide(point[0]), wide(point[1]))
        // Most images have no transform. Devices for displays compute with doubles slowly, so applying the identity
        // would be much of the work.
        let isIdentity = writer.value("icmp ne i64 \(writer.blockField("i64", .isIdentity, of: image)), 0")
        let (before, elsewhere, after) = (
            writer.newLabel("placed"), writer.newLabel("elsewhere"), writer.newLabel("point")
        )
        writer.start(before)
        writer.branch(isIdentity, after, elsewhere, expect: true)
        writer.start(elsewhere)
        let moved = transform(image, x, y)
        writer.jump(after)
        writer.start(after)
        func place(_ point: String, _ moved: String) -> String {
            writer.value("phi double [ \(point), %\(before) ], [ \(moved), %\(elsewhere) ]")
        }
        let column = place(x, moved.x)
        return call(index, image, (column, place(y, moved.y)))
    }

    private func wide(_ coordinate: CodeValue) -> String {
        writer.value("fpext float \(coordinate.name) to double")
    }

    /// Emits the transform from working space to the image's pixel space.
    private func transform(_ image: String, _ x: String, _ y: String) -> (x: String, y: String) {
        func row(
            _ a: ParameterBlockLayout.ImageField, _ c: ParameterBlockLayout.ImageField,
            _ t: ParameterBlockLayout.ImageField
        ) -> String {
            let first = writer.value("fmul double \(writer.blockField("double", a, of: image)), \(x)")
            let second = writer.value("fmul double \(writer.blockField("double", c, of: image)), \(y)")
            let sum = writer.value("fadd double \(first), \(second)")
            return writer.value("fadd double \(sum), \(writer.blockField("double", t, of: image))")
        }
        return (row(.a, .c, .tx), row(.b, .d, .ty))
    }

    /// Emits a call of the function that samples an image at a position in its pixel space.
    private mutating func call(_ index: Int, _ image: String, _ place: (x: String, y: String)) -> String {
        let layout = layout.images[index]
        let name = "sample_\(layout.format.name)_\(layout.interpolation.rawValue)_\(layout.wrap.rawValue)"
        if functions[name] == nil { define(name, index) }
        // Samples that share a column or row share the work on it if they are inlined. Many would make the code long.
        let attribute = samplingCounts[index] <= Self.maximumInlinedSamples ? " alwaysinline" : ""
        return writer.value(
            "call <4 x float> @\(name)(\(FunctionWriter.devicePointer) \(image), double \(place.x), double \(place.y))"
                + attribute)
    }

    private mutating func define(_ name: String, _ index: Int) {
        let code = DeviceSampling(
            writer: FunctionWriter(lanes: 1), layout: layout.images[index], coding: imageCodings[index],
            image: "%image")
        code.writeFunction()
        functions[name] =
            "define internal <4 x float> @\(name)(\(FunctionWriter.devicePointer) %image, double %x, double %y) #0 {\n"
            + code.writer.text + "}\n"
        declarations.formUnion(code.writer.declarations)
    }
}
