import ImageGraph
import KernelLanguage
import Pixels

extension KernelEmitter {
    /// Returns the address of an image's fields.
    func image(_ index: Int) -> String {
        writer.value("getelementptr i8, ptr %frame, i64 \(frame.offset(ofImage: index))")
    }

    /// Emits a sample of an image at the block's pixels.
    mutating func sampleAtDestination(_ index: Int) -> [String] {
        guard layout.images[index].isAligned else {
            let isPlane = pixels(layout.images[index].format).isPlane && layout.images[index].interpolation == .linear
            return isPlane && tier == .optimized ? sampleHalvedRow(index) : sampleRow(index)
        }
        // Prefetch other formats only. Float images are mostly results of the same tile, which are in the cache. The
        // tiles of kernels that read only the current pixel are whole rows, which the processor prefetches itself.
        let isHeld = tier == .optimized && layout.images[index].format != .RGBAf
        return alignedPixels(index, column, row, prefetches: isHeld)
    }

    /// Emits a sample of an image that is transformed, at the block's pixels.
    private mutating func sampleRow(_ index: Int) -> [String] {
        let type = writer.vector("double")
        let first = writer.splat(columnCenter, "double")
        let x = writer.value("fadd \(type) \(first), \(laneDistances)")
        return sample(index, transformed: x, rowCenter, isRow: true)
    }

    /// Emits the same with faster code for images whose columns are twice as wide as the block's pixels.
    private mutating func sampleHalvedRow(_ index: Int) -> [String] {
        let image = image(index)
        let isHalved = writer.value("icmp ne i64 \(writer.field("i64", .isHalved, of: image)), 0")
        let isUsable = writer.value("and i1 \(isHalved), \(isWide)")
        let (halved, general, after) = (
            writer.newLabel("row"), writer.newLabel("points"), writer.newLabel("sampled")
        )
        writer.branch(isUsable, halved, general, expect: true)
        writer.start(halved)
        let code = HalvedRowEmitter(
            writer: writer, code: pixels(layout.images[index].format), image: image,
            clamps: layout.images[index].wrap == .clamp)
        let found = code.write(x: columnCenter, y: rowCenter, other: general)
        let foundEnd = writer.newLabel("rowEnd")
        writer.start(foundEnd)
        writer.jump(after)
        writer.start(general)
        let other = sampleRow(index)
        let generalEnd = writer.newLabel("pointsEnd")
        writer.start(generalEnd)
        writer.jump(after)
        writer.start(after)
        let type = writer.vector("float")
        return zip(found, other).map {
            writer.value("phi \(type) [ \($0), %\(foundEnd) ], [ \($1), %\(generalEnd) ]")
        }
    }

    /// Emits a sample of an image at points of sampler space.
    mutating func sample(_ index: Int, _ point: [CodeValue]) -> [String] {
        let image = image(index)
        let type = writer.vector("double")
        func place(_ coordinate: CodeValue, _ scale: KernelFrame.ImageField, _ origin: KernelFrame.ImageField) -> String
        {
            let number = writer.value("fpext \(writer.vector("float")) \(vectorName(coordinate)) to \(type)")
            let (factor, start) = (writer.field("double", scale, of: image), writer.field("double", origin, of: image))
            let scaled = writer.value("fmul \(type) \(number), \(writer.splat(factor, "double"))")
            return writer.value("fadd \(type) \(scaled), \(writer.splat(start, "double"))")
        }
        let (x, y) = (place(point[0], .scaleX, .originX), place(point[1], .scaleY, .originY))
        return call(index, image, x, y, inlining: isInlined(index))
    }

    /// Emits a sample of an image at points of working space.
    mutating func sampleAtPoint(_ index: Int, _ point: [CodeValue]) -> [String] {
        let layout = layout.images[index]
        guard layout.isAligned, layout.interpolation == .nearest, isInlined(index) else {
            return sampleAnywhere(index, point, inlining: isInlined(index))
        }
        let image = image(index)
        let isNear = writer.value("icmp ne i64 \(writer.field("i64", .isNear, of: image)), 0")
        let (near, far, after) = (writer.newLabel("near"), writer.newLabel("far"), writer.newLabel("sampled"))
        writer.branch(isNear, near, far, expect: true)
        writer.start(near)
        let names = [vectorName(point[0]), point[1].isVector ? vectorName(point[1]) : point[1].name]
        let function = nearFunction(layout, hasRow: !point[1].isVector)
        let type = writer.vector("float")
        let rowType = point[1].isVector ? type : "float"
        let result = writer.value(
            "call \(writer.colorType) @\(function)(ptr \(image), \(type) \(names[0]), \(rowType) \(names[1])) "
                + "alwaysinline")
        let found = writer.parts(ofColor: result)
        let nearEnd = writer.newLabel("nearEnd")
        writer.start(nearEnd)
        writer.jump(after)
        writer.start(far)
        let other = sampleAnywhere(index, point, inlining: false)
        let farEnd = writer.newLabel("farEnd")
        writer.start(farEnd)
        writer.jump(after)
        writer.start(after)
        return zip(found, other).map { writer.value("phi \(type) [ \($0), %\(nearEnd) ], [ \($1), %\(farEnd) ]") }
    }

    /// Emits a sample of an image at points of working space, whatever the image's transform is.
    private mutating func sampleAnywhere(_ index: Int, _ point: [CodeValue], inlining: Bool) -> [String] {
        let image = image(index)
        let type = writer.vector("double")
        let points = point.map { writer.value("fpext \(writer.vector("float")) \(vectorName($0)) to \(type)") }
        // Test for the identity, which is the usual transform of whole images. Applying it would be most of the work on
        // a coordinate.
        let isIdentity = writer.value("icmp ne i64 \(writer.field("i64", .isIdentity, of: image)), 0")
        let (before, elsewhere, after) = (
            writer.newLabel("placed"), writer.newLabel("elsewhere"), writer.newLabel("point")
        )
        writer.start(before)
        writer.branch(isIdentity, after, elsewhere, expect: true)
        writer.start(elsewhere)
        let moved = transform(index, points[0], points[1], isRow: false)
        writer.jump(after)
        writer.start(after)
        let places = (0..<2).map {
            writer.value("phi \(type) [ \(points[$0]), %\(before) ], [ \(moved[$0]), %\(elsewhere) ]")
        }
        return call(index, image, places[0], places[1], inlining: inlining)
    }

    /// Emits a sample of an image at points of working space, given as doubles. If `isRow` is true, y is a scalar.
    private mutating func sample(_ index: Int, transformed x: String, _ y: String, isRow: Bool) -> [String] {
        let places = transform(index, x, y, isRow: isRow)
        return call(index, image(index), places[0], places[1], inlining: isInlined(index))
    }

    /// Emits the transform from working space to the image's pixel space.
    private mutating func transform(_ index: Int, _ x: String, _ y: String, isRow: Bool) -> [String] {
        let image = image(index)
        let type = writer.vector("double")
        func row(_ a: KernelFrame.ImageField, _ c: KernelFrame.ImageField, _ t: KernelFrame.ImageField) -> String {
            let (a, c, t) = (
                writer.field("double", a, of: image), writer.field("double", c, of: image),
                writer.field("double", t, of: image)
            )
            let first = writer.value("fmul \(type) \(writer.splat(a, "double")), \(x)")
            let second =
                isRow
                ? writer.splat(writer.value("fmul double \(c), \(y)"), "double")
                : writer.value("fmul \(type) \(writer.splat(c, "double")), \(y)")
            let sum = writer.value("fadd \(type) \(first), \(second)")
            return writer.value("fadd \(type) \(sum), \(writer.splat(t, "double"))")
        }
        return [row(.a, .c, .tx), row(.b, .d, .ty)]
    }

    private mutating func call(
        _ index: Int, _ image: String, _ x: String, _ y: String, inlining: Bool
    ) -> [String] {
        let function = sampleFunction(layout.images[index])
        let type = writer.vector("double")
        let attribute = inlining ? " alwaysinline" : ""
        let result = writer.value(
            "call \(writer.colorType) @\(function)(ptr \(image), \(type) \(x), \(type) \(y))\(attribute)")
        return writer.parts(ofColor: result)
    }

    /// Whether the sampling function of an image is inlined at its calls. Samples that share a column or row, such as
    /// the corners of a table's cell, then share the work on it. False if there are many samples, since inlining would
    /// make the code too long, and in baseline code.
    private func isInlined(_ index: Int) -> Bool {
        tier == .optimized && layout.images[index].interpolation == .nearest
            && samplingCounts[index] <= Self.maximumInlinedSamples
    }

    // MARK: Functions

    /// Returns the name of a function that depends on an image's layout.
    private func name(_ purpose: String, _ image: ImageLayout) -> String {
        let format = "\(image.format.layout.rawValue)_\(image.format.component.rawValue)"
        return "\(purpose)_\(format)_\(image.interpolation.rawValue)_\(image.wrap.rawValue)"
    }

    private mutating func define(
        _ name: String, _ parameters: String, _ attributes: String, _ write: (SamplingEmitter) -> Void
    ) {
        guard functions[name] == nil else { return }
        let code = SamplingEmitter(writer: FunctionWriter(lanes: lanes))
        write(code)
        functions[name] =
            "define internal \(writer.colorType) @\(name)(\(parameters)) \(attributes) {\n" + code.writer.text + "}\n"
        declarations.formUnion(code.writer.declarations)
    }

    /// Returns the name of a function that reads pixels of an aligned image, some of which may be outside. Defines it
    /// if necessary.
    mutating func edgeFunction(_ image: ImageLayout) -> String {
        let name = name("edge", image)
        let code = pixels(image.format)
        define(name, "ptr %image, i64 %x, i64 %y, \(writer.vector("i32")) %lanes", "#1") {
            $0.writeEdge(code, clamps: image.wrap == .clamp)
        }
        return name
    }

    /// Returns the name of a function that samples an aligned image without interpolation at points of working space
    /// near it. Defines it if necessary.
    ///
    /// - Parameter hasRow: Whether all points have the same y coordinate, which is given as one number.
    private mutating func nearFunction(_ image: ImageLayout, hasRow: Bool) -> String {
        let name = name(hasRow ? "row" : "near", image)
        let code = pixels(image.format)
        let type = writer.vector("float")
        let instructions = processor.instructions
        define(name, "ptr %image, \(type) %x, \(hasRow ? "float" : type) %y", "#0") {
            $0.writeNear(code, clamps: image.wrap == .clamp, hasRow: hasRow, instructions: instructions)
        }
        return name
    }

    /// Returns the name of a function that samples an image at positions in its pixel space. Defines it if necessary.
    private mutating func sampleFunction(_ image: ImageLayout) -> String {
        let name = name("sample", image)
        let code = pixels(image.format)
        let parameters = "ptr %image, \(writer.vector("double")) %x, \(writer.vector("double")) %y"
        guard image.interpolation == .linear else {
            define(name, parameters, "#0") { $0.writeNearest(code, clamps: image.wrap == .clamp) }
            return name
        }
        let mixed = self.name("mix", image)
        let type = writer.vector("i32")
        let fraction = writer.vector("float")
        let mixedParameters = "ptr %image, \(type) %column, \(type) %row, \(fraction) %right, \(fraction) %above"
        switch tier {
        case .baseline:
            let reader = self.name("read", image)
            define(reader, "ptr %image, \(type) %column, \(type) %row", "#1") { $0.writeRead(code) }
            define(mixed, mixedParameters, "#1") { $0.writeMixture(code, reader: reader) }
            define(name, parameters, "#0") { $0.writeLinear(clamps: image.wrap == .clamp, edge: mixed) }
        case .optimized:
            define(mixed, mixedParameters, "#1") { $0.writeMixture(code) }
            define(name, parameters, "#0") { $0.writeLinear(code, clamps: image.wrap == .clamp, edge: mixed) }
        }
        return name
    }
}
