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
    /// Whether points outside the image have the colour of its nearest edge pixel.
    let clamps: Bool

    private var float: String { writer.vector("float") }
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
    private typealias Rows = (first: String, second: String, share: String, areReadable: String)

    /// Emits the location of the rows around the points, as `SamplerAxis.locate` does it. In a clamped image, the last
    /// row is also the one above it.
    private func rows(_ y: String) -> Rows {
        let (count, pitch) = (field("i64", .rows), field("i64", .bytesPerRow))
        let (low, high) = (field("double", .lowY), field("double", .highY))
        var pixelY = transformed(y, .d, .ty)
        let isBetweenBounds: String
        if clamps {
            // Points that aren't finite have no pixel.
            let difference = writer.value("fsub double \(pixelY), \(pixelY)")
            isBetweenBounds = writer.value("fcmp oeq double \(difference), \(FunctionWriter.double(0))")
            pixelY = writer.call("llvm.maxnum.f64", "double", [("double", pixelY), ("double", low)])
            pixelY = writer.call("llvm.minnum.f64", "double", [("double", pixelY), ("double", high)])
        } else {
            isBetweenBounds = both(
                writer.value("fcmp oge double \(pixelY), \(low)"), writer.value("fcmp ole double \(pixelY), \(high)"))
        }
        let (row, part) = locate(pixelY, .baseY)
        let hasNext = writer.value("icmp ult i64 \(row), \(field("i64", .innerRows))")
        let start = writer.value(
            "getelementptr i8, ptr \(field("ptr", .base)), i64 \(writer.value("mul nsw i64 \(row), \(pitch)"))")
        var (isReadable, step) = (hasNext, pitch)
        if clamps {
            let isLast = both(
                writer.value("icmp eq i64 \(row), \(field("i64", .top))"), writer.value("icmp ult i64 \(row), \(count)")
            )
            isReadable = writer.value("or i1 \(hasNext), \(isLast)")
            step = writer.value("select i1 \(hasNext), i64 \(pitch), i64 0")
        }
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
    private var count: Int { writer.lanes / 2 + 2 }

    /// The addresses of the first pixels around the points in both rows, and the weights of each pixel and the next one
    /// for the first and the second point of each pair.
    private typealias Surroundings = (
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

    /// Emits the copying of pixels around points of which some are beyond the edges of a clamped image. Such points
    /// have the value of the first pixel, without a share of the next one.
    ///
    /// - Returns: The copies, and the label of the basic block that ends at `after`.
    private func copies(
        _ rows: Rows, _ column: String, _ pixelX: String, _ isSecond: String, _ shares: [String], from edge: String,
        to after: String, _ other: String
    ) -> (pixels: Surroundings, end: String) {
        let (repeating, copy) = (writer.newLabel("repeating"), writer.newLabel("copy"))
        writer.start(edge)
        let last = writer.value("add nsw i64 \(field("i64", .columns)), -1")
        // Positions farther away may not be exact.
        let limit = FunctionWriter.double(0x1p20)
        let isUsable = [
            writer.value("icmp sge i64 \(last), 0"), writer.value("icmp eq i64 \(field("i64", .left)), 0"),
            writer.value("icmp eq i64 \(field("i64", .right)), \(last)"),
            writer.value("fcmp olt double \(writer.call("llvm.fabs.f64", "double", [("double", pixelX)])), \(limit)"),
        ].reduce(rows.areReadable) { both($0, $1) }
        writer.branch(isUsable, repeating, other, expect: true)

        writer.start(repeating)
        let buffer = writer.slot("[\(2 * count * code.bytes) x i8]")
        let targets = [buffer, writer.value("getelementptr i8, ptr \(buffer), i64 \(count * code.bytes)")]
        let weights = zip(shares, ["0", writer.value("zext i1 \(isSecond) to i64")]).map { share, step in
            insideWeights(share, writer.value("add nsw i64 \(column), \(step)"), last: last)
        }
        writer.jump(copy)
        writer.start(copy)
        let (index, next) = (writer.fresh(), writer.fresh())
        writer.line("\(index) = phi i64 [ 0, %\(repeating) ], [ \(next), %\(copy) ]")
        let place = writer.value("add nsw i64 \(column), \(index)")
        let lifted = writer.call("llvm.smax.i64", "i64", [("i64", place), ("i64", "0")])
        let limited = writer.call("llvm.smin.i64", "i64", [("i64", lifted), ("i64", last)])
        let (from, to) = (
            writer.value("mul nsw i64 \(limited), \(code.bytes)"),
            writer.value("mul nsw i64 \(index), \(code.bytes)")
        )
        let pixel = "i\(8 * code.bytes)"
        for (source, target) in zip([rows.first, rows.second], targets) {
            let address = writer.value("getelementptr i8, ptr \(source), i64 \(from)")
            let value = writer.value("load \(pixel), ptr \(address), align 1")
            let place = writer.value("getelementptr i8, ptr \(target), i64 \(to)")
            writer.line("store \(pixel) \(value), ptr \(place), align 1")
        }
        writer.line("\(next) = add nsw i64 \(index), 1")
        let isDone = writer.value("icmp eq i64 \(next), \(count)")
        writer.branch(isDone, after, copy)
        return ((targets[0], targets[1], weights), copy)
    }

    /// Returns the weights of pixels from a column on and of those that follow them: 0 for pixels without a next one.
    private func insideWeights(_ share: String, _ column: String, last: String) -> (first: String, second: String) {
        let type = writer.vector("i32")
        let (start, end) = (writer.value("trunc i64 \(column) to i32"), writer.value("trunc i64 \(last) to i32"))
        // The arrangement of ``numbers(_:distances:)``.
        let steps = (0..<writer.lanes).map {
            code.channelCount == 1 ? $0 % (writer.lanes / 2) : $0 / code.channelCount
        }
        let columns = writer.value("add nsw \(type) \(writer.splat(start, "i32")), <\(FunctionWriter.indices(steps))>")
        let hasNext = writer.value("icmp ult \(type) \(columns), \(writer.splat(end, "i32"))")
        let zero = writer.splat(constant: FunctionWriter.float(0), "float")
        let second = writer.value(
            "select \(writer.vector("i1")) \(hasNext), \(float) \(writer.splat(share, "float")), \(float) \(zero)")
        let one = writer.splat(constant: FunctionWriter.float(1), "float")
        return (writer.value("fsub \(float) \(one), \(second)"), second)
    }

    private func field(_ type: String, _ field: KernelFrame.ImageField) -> String {
        writer.field(type, field, of: image)
    }

    /// Returns whether two conditions are true.
    private func both(_ first: String, _ second: String) -> String { writer.value("and i1 \(first), \(second)") }

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
