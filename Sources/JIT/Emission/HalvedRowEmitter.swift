import ImageGraph

/// Bilinear interpolation of planes with half as many columns, such as those of chroma, along a row.
///
/// Neighbouring points of a row are half a pixel of the plane apart, so a block's points have only two different
/// weights, and each pixel is loaded and converted once. The arithmetic of each point is that of `SamplerView`. What
/// differs at the edges of clamped images is in `HalvedRowEmitter+Edges.swift`.
struct HalvedRowEmitter {
    let writer: FunctionWriter
    let code: PixelEmitter
    /// The address of the image's fields.
    let image: String
    /// Whether points outside the image have the colour of its nearest edge pixel.
    let clamps: Bool

    var float: String { writer.vector("float") }
    /// Half a pixel, as a fraction of `SamplerAxis`.
    private static let half = 1 << (SamplerAxis.fractionBits - 1)

    /// Emits a test whether the pixels around the block's points are readable, and the interpolation between them. At
    /// the left and right edges of a clamped image, the pixels are first copied to the stack, with the edges repeated.
    ///
    /// - Parameters:
    ///   - x: The centre of the first pixel of the block, in working space.
    ///   - y: The centre of the row.
    ///   - other: The label of the code for other points.
    /// - Returns: The colours. Code that is emitted next runs only if the test succeeds.
    func write(x: String, y: String, other: String) -> [String] {
        let pixelX = transformed(x, .a, .tx)
        let (column, distance) = locate(pixelX, .baseX)
        let rows = rows(y)
        let inside = insideConditions(pixelX, column)
        // The first point of each pair lies in the first or the second half of the way to the next pixel.
        let isSecond = writer.value("icmp uge i32 \(distance), \(Self.half)")
        let shares = [distance, writer.value("xor i32 \(distance), \(Self.half)")].map { fraction($0) }
        let (start, next, weights) = surroundings(
            rows, column, pixelX, isSecond, shares, isInside: both(rows.areReadable, inside), other: other)
        let above = pair(ofShare: rows.share)
        let (odd, even, after) = (writer.newLabel("odd"), writer.newLabel("even"), writer.newLabel("halves"))
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

    // MARK: The pixels around the points

    /// The addresses of two rows, the share of the second one, and whether both are readable.
    typealias Rows = (first: String, second: String, share: String, areReadable: String)

    /// Emits the location of the rows around the points, as `SamplerAxis.locate` does it.
    private func rows(_ y: String) -> Rows {
        let (count, pitch) = (field("i64", .rows), field("i64", .bytesPerRow))
        let (low, high) = (field("double", .lowY), field("double", .highY))
        var pixelY = transformed(y, .d, .ty)
        let isBetweenBounds: String
        if clamps {
            (pixelY, isBetweenBounds) = clamped(pixelY, low, high)
        } else {
            isBetweenBounds = both(
                writer.value("fcmp oge double \(pixelY), \(low)"), writer.value("fcmp ole double \(pixelY), \(high)"))
        }
        let (row, part) = locate(pixelY, .baseY)
        let hasNext = writer.value("icmp ult i64 \(row), \(field("i64", .innerRows))")
        let start = writer.value(
            "getelementptr i8, ptr \(field("ptr", .base)), i64 \(writer.value("mul nsw i64 \(row), \(pitch)"))")
        var (isReadable, step) = (hasNext, pitch)
        if clamps { (isReadable, step) = repeatingLast(row, hasNext: hasNext, count, pitch) }
        // A point near the centres of a row's pixels is on them.
        let isBetween = writer.value("icmp sgt i32 \(part), \(SamplerAxis.reach)")
        let share = writer.value("select i1 \(isBetween), float \(fraction(part)), float \(FunctionWriter.float(0))")
        return (
            start, writer.value("getelementptr i8, ptr \(start), i64 \(step)"), share,
            both(isBetweenBounds, isReadable)
        )
    }

    /// Returns whether the points are between the bounds of columns, and the pixels around them are readable.
    private func insideConditions(_ pixelX: String, _ column: String) -> String {
        let last = writer.value("fadd double \(pixelX), \(FunctionWriter.double(Double(writer.lanes) / 2))")
        let end = writer.value("add nsw i64 \(column), \(count)")
        return [
            writer.value("fcmp ole double \(last), \(field("double", .highX))"),
            writer.value("icmp sge i64 \(column), 0"),
            writer.value("icmp sle i64 \(end), \(field("i64", .columns))"),
        ].reduce(writer.value("fcmp oge double \(pixelX), \(field("double", .lowX))")) { both($0, $1) }
    }

    /// The number of pixels of a row around the points.
    var count: Int { writer.lanes / 2 + 2 }

    /// The addresses of the first pixels around the points in both rows, and the weights of each pixel and the next one
    /// for the first and the second point of each pair.
    typealias Surroundings = (
        first: String, second: String, weights: [(first: String, second: String)]
    )

    /// Emits the pixels around the points: those of the image, or copies where some would be beyond its edges.
    private func surroundings(
        _ rows: Rows, _ column: String, _ pixelX: String, _ isSecond: String, _ shares: [String], isInside: String,
        other: String
    ) -> Surroundings {
        let (inside, edge, after) = (writer.newLabel("halved"), writer.newLabel("edge"), writer.newLabel("around"))
        writer.branch(isInside, inside, clamps ? edge : other, expect: true)
        let copied = clamps ? copies(rows, column, pixelX, isSecond, shares, from: edge, to: after, other) : nil
        writer.start(inside)
        let offset = writer.value("mul nsw i64 \(column), \(code.bytes)")
        let found = [rows.first, rows.second].map { writer.value("getelementptr i8, ptr \($0), i64 \(offset)") }
        let weights = shares.map { pair(ofShare: $0) }
        guard let copied else { return (found[0], found[1], weights) }
        writer.jump(after)
        writer.start(after)
        func joined(_ type: String, _ one: String, _ other: String) -> String {
            writer.value("phi \(type) [ \(one), %\(inside) ], [ \(other), %\(copied.end) ]")
        }
        return (
            joined("ptr", found[0], copied.pixels.first), joined("ptr", found[1], copied.pixels.second),
            zip(weights, copied.pixels.weights).map {
                (joined(float, $0.first, $1.first), joined(float, $0.second, $1.second))
            }
        )
    }

    func field(_ type: String, _ field: KernelFrame.ImageField) -> String {
        writer.field(type, field, of: image)
    }

    /// Returns whether two conditions are true.
    func both(_ first: String, _ second: String) -> String { writer.value("and i1 \(first), \(second)") }

    // MARK: Arithmetic

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
    private func pair(ofShare share: String) -> (first: String, second: String) {
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
