import ImageGraph

/// Bilinear interpolation of planes with half as many columns, such as those of chroma, along a row.
///
/// Neighbouring points of a row are half a pixel of the plane apart, so a block's points have only two different
/// weights, and each pixel is loaded and converted once. The arithmetic of each point is that of `SamplerView`.
struct HalvedRowEmitter {
    let writer: FunctionWriter
    let code: PixelEmitter
    /// The address of the image's fields.
    let image: String

    private var float: String { writer.vector("float") }
    /// Half a pixel, as a fraction of `SamplerAxis`.
    private static let half = 1 << (SamplerAxis.fractionBits - 1)

    /// Emits a test whether all pixels around the block's points are readable, and the interpolation between them.
    ///
    /// - Parameters:
    ///   - x: The centre of the first pixel of the block, in working space.
    ///   - y: The centre of the row.
    ///   - other: The label of the code for other points.
    /// - Returns: The colours. Code that is emitted next runs only if the test succeeds.
    func write(x: String, y: String, other: String) -> [String] {
        let (pixelX, pixelY) = (transformed(x, .a, .tx), transformed(y, .d, .ty))
        let last = writer.value("fadd double \(pixelX), \(FunctionWriter.double(Double(writer.lanes) / 2))")
        let (column, distance) = locate(pixelX, .baseX)
        let (row, part) = locate(pixelY, .baseY)
        let end = writer.value("add nsw i64 \(column), \(writer.lanes / 2 + 2)")
        let conditions = [
            writer.value("fcmp oge double \(pixelX), \(writer.field("double", .lowX, of: image))"),
            writer.value("fcmp ole double \(last), \(writer.field("double", .highX, of: image))"),
            writer.value("fcmp oge double \(pixelY), \(writer.field("double", .lowY, of: image))"),
            writer.value("fcmp ole double \(pixelY), \(writer.field("double", .highY, of: image))"),
            writer.value("icmp sge i64 \(column), 0"),
            writer.value("icmp sle i64 \(end), \(writer.field("i64", .columns, of: image))"),
            writer.value("icmp ult i64 \(row), \(writer.field("i64", .innerRows, of: image))"),
        ]
        let isInside = conditions.dropFirst().reduce(conditions[0]) { writer.value("and i1 \($0), \($1)") }
        let (inside, odd, even, after) = (
            writer.newLabel("halved"), writer.newLabel("odd"), writer.newLabel("even"), writer.newLabel("halves")
        )
        writer.branch(isInside, inside, other, expect: true)
        writer.start(inside)
        let pitch = writer.field("i64", .bytesPerRow, of: image)
        let rowBytes = writer.value("mul nsw i64 \(row), \(pitch)")
        let columnBytes = writer.value("mul nsw i64 \(column), \(code.bytes)")
        let offset = writer.value("add nsw i64 \(rowBytes), \(columnBytes)")
        let start = writer.value("getelementptr i8, ptr \(writer.field("ptr", .base, of: image)), i64 \(offset)")
        let next = writer.value("getelementptr i8, ptr \(start), i64 \(pitch)")
        // A point near the centres of a row's pixels is on them.
        let isBetween = writer.value("icmp sgt i32 \(part), \(SamplerAxis.reach)")
        let zero = FunctionWriter.float(0)
        let above = both(writer.value("select i1 \(isBetween), float \(fraction(part)), float \(zero)"))
        // The first point of each pair lies in the first or the second half of the way to the next pixel.
        let isSecond = writer.value("icmp uge i32 \(distance), \(Self.half)")
        let otherDistance = writer.value("xor i32 \(distance), \(Self.half)")
        let weights = [distance, otherDistance].map { both(fraction($0)) }
        writer.branch(isSecond, odd, even)
        let results = [(odd, 1), (even, 0)].map { label, shift in
            writer.start(label)
            let color = colors(start, next, shift: shift, weights, above)
            let end = writer.newLabel("mixed")
            writer.start(end)
            writer.jump(after)
            return (color, end)
        }
        writer.start(after)
        return (0..<4).map { index in
            let (first, second) = (results[0], results[1])
            return writer.value(
                "phi \(float) [ \(first.0[index]), %\(first.1) ], [ \(second.0[index]), %\(second.1) ]")
        }
    }

    private func transformed(
        _ coordinate: String, _ factor: KernelFrame.ImageField, _ distance: KernelFrame.ImageField
    ) -> String {
        let product = writer.value("fmul double \(writer.field("double", factor, of: image)), \(coordinate)")
        return writer.value("fadd double \(product), \(writer.field("double", distance, of: image))")
    }

    /// Emits `SamplerAxis.locate` for one coordinate within the bounds. Returns the index, and the fraction in units of
    /// 2⁻²² pixel.
    private func locate(_ coordinate: String, _ base: KernelFrame.ImageField) -> (place: String, part: String) {
        let raised = writer.value("fadd double \(coordinate), \(writer.field("double", base, of: image))")
        let bits = writer.value("bitcast double \(raised) to i64")
        let high = writer.value("lshr i64 \(bits), \(SamplerAxis.fractionBits)")
        let short = writer.value("trunc i64 \(high) to i32")
        let place = writer.value("sub i32 \(short), \(SamplerAxis.originPlace)")
        let low = writer.value("trunc i64 \(bits) to i32")
        let part = writer.value("and i32 \(low), \(1 << SamplerAxis.fractionBits - 1)")
        return (
            writer.value("sext i32 \(place) to i64"), writer.value("sub i32 \(part), \(SamplerAxis.reach)")
        )
    }

    /// Returns a fraction of a pixel as a float.
    private func fraction(_ distance: String) -> String {
        let number = writer.value("sitofp i32 \(distance) to float")
        let unit = Float(sign: .plus, exponent: -SamplerAxis.fractionBits, significand: 1)
        return writer.value("fmul float \(number), \(FunctionWriter.float(unit))")
    }

    /// Returns the weights of two pixels or rows for all lanes.
    private func both(_ share: String) -> (first: String, second: String) {
        let rest = writer.value("fsub float \(FunctionWriter.float(1)), \(share)")
        return (writer.splat(rest, "float"), writer.splat(share, "float"))
    }

    /// Returns the colours between two rows, of which pairs of points follow each other.
    ///
    /// - Parameter shift: 1 if the second point of a pair lies behind the pixel to the right of the first.
    private func colors(
        _ row: String, _ next: String, shift: Int, _ weights: [(first: String, second: String)],
        _ above: (first: String, second: String)
    ) -> [String] {
        let distances = 0...1 + shift
        // Pixels of one component need half a vector, so that both rows share one.
        let rows = code.channelCount == 1 ? [[row, next]] : [[row], [next]]
        let pixels = rows.map { numbers($0, distances: distances) }
        func point(_ number: Int, _ row: [String]) -> String {
            mix(row[number * shift], row[number * shift + 1], weights[number])
        }
        if code.channelCount == 1 {
            let (first, second) = (point(0, pixels[0]), point(1, pixels[0]))
            let halves = (0..<2).map { half in
                let start = half * writer.lanes / 2
                return joined(first, second, [start, writer.lanes + start].flatMap { $0..<$0 + writer.lanes / 2 })
            }
            let mixed = mix(halves[0], halves[1], above)
            let places = (0..<writer.lanes).map { $0 % 2 * writer.lanes / 2 + $0 / 2 }
            return code.color(fromChannels: [joined(mixed, mixed, places)], writer)
        }
        // The points of each pair, channels side by side as in memory.
        let points = (0...1).map { number in
            mix(point(number, pixels[0]), point(number, pixels[1]), above)
        }
        let count = code.channelCount
        let channels = (0..<count).map { channel in
            joined(
                points[0], points[1],
                (0..<writer.lanes).map { ($0 % 2) * writer.lanes + $0 / 2 * count + channel })
        }
        return code.color(fromChannels: channels, writer)
    }

    /// Returns the channels of consecutive pixels of rows as floats, from each of several numbers of pixels behind the
    /// rows' addresses on. Each pixel is converted once. The rows fill a vector, one after the other.
    private func numbers(_ rows: [String], distances: ClosedRange<Int>) -> [String] {
        let (count, lanes) = (code.channelCount, writer.lanes / rows.count)
        let near = code.float(fromChannel: loaded(rows, from: 0, lanes, of: lanes), writer)
        let far = code.float(
            fromChannel: loaded(rows, from: lanes, distances.upperBound * count, of: lanes), writer)
        return distances.map { distance in
            if distance == 0 { return near }
            let places = rows.indices.flatMap { row in
                (distance * count..<distance * count + lanes).map { place in
                    row * lanes + (place < lanes ? place : writer.lanes + place - lanes)
                }
            }
            return joined(near, far, places)
        }
    }

    /// Loads components of rows, each to the start of its share of a vector.
    ///
    /// - Parameters:
    ///   - first: The first component, counted from the rows' addresses.
    ///   - number: The number of components of each row.
    ///   - share: The size of a row's share.
    private func loaded(_ rows: [String], from first: Int, _ number: Int, of share: Int) -> String {
        let type = "<\(number) x \(code.channel)>"
        let parts = rows.map { row in
            let place = writer.value(
                "getelementptr i8, ptr \(row), i64 \(first * code.bytes / code.channelCount)")
            return writer.value("load \(type), ptr \(place), align 1")
        }
        if number == writer.lanes { return parts[0] }
        let places = (0..<writer.lanes).map { lane in
            lane % share < number ? "i32 \(lane / share * number + lane % share)" : "i32 poison"
        }.joined(separator: ", ")
        return writer.value(
            "shufflevector \(type) \(parts[0]), \(type) \(parts[parts.count - 1]), <\(writer.lanes) x i32> <\(places)>")
    }

    /// Returns a vector of elements of two others.
    private func joined(_ first: String, _ second: String, _ places: [Int]) -> String {
        writer.value(
            "shufflevector \(float) \(first), \(float) \(second), "
                + "<\(writer.lanes) x i32> <\(FunctionWriter.indices(places))>")
    }

    private func mix(_ a: String, _ b: String, _ weights: (first: String, second: String)) -> String {
        let first = writer.value("fmul \(float) \(a), \(weights.first)")
        let second = writer.value("fmul \(float) \(b), \(weights.second)")
        return writer.value("fadd \(float) \(first), \(second)")
    }
}

extension PixelEmitter {
    /// Whether pixels are integers of one or two components, as in planes of video.
    var isPlane: Bool {
        isWord && !format.isFloat && (format.layout == .r || format.layout == .rg)
    }
}
