import ImageGraph
import Pixels

/// Emits the functions that sample images, with the arithmetic of `SamplerAxis` and `SamplerView`.
///
/// Whatever the coordinates are, an address is only computed from a position that was compared with the numbers of
/// readable columns and rows.
struct SamplingEmitter {
    let writer: FunctionWriter

    private var float: String { writer.vector("float") }
    private var double: String { writer.vector("double") }
    private var int: String { writer.vector("i32") }
    private var long: String { writer.vector("i64") }
    private var mask: String { writer.vector("i1") }

    private func constant(_ value: Float) -> String { writer.splat(constant: FunctionWriter.float(value), "float") }
    private func constant(_ value: Double) -> String { writer.splat(constant: FunctionWriter.double(value), "double") }
    private func constant(_ value: Int) -> String { writer.splat(constant: "\(value)", "i32") }

    /// Returns a field of the image as a 32-bit integer. The fields used here fit: counts and bytes per row are less
    /// than 2²⁹, and edges are within a few pixels of the readable part.
    func number(_ field: KernelFrame.ImageField) -> String {
        let wide = writer.field("i64", field, of: "%image")
        return writer.value("trunc i64 \(wide) to i32")
    }

    // MARK: Whole functions

    /// Emits the reading of neighbouring pixels from position (%x, %y) on.
    func writeEdge(_ code: PixelEmitter, clamps: Bool) {
        if clamps { writeSinglePixel(code) }
        var column = held("%x", .columns)
        column = writer.value("add nsw \(int) \(column), %lanes")
        var row = held("%y", .rows)
        if clamps {
            column = bounded(column, .left, .right)
            row = bounded(row, .bottom, .top)
        }
        writer.returnColor(read(code, column, row))
    }

    /// Emits the reading of an image of one pixel, such as an average, which is repeated everywhere.
    private func writeSinglePixel(_ code: PixelEmitter) {
        let fields: [(KernelFrame.ImageField, Int)] = [
            (.columns, 1), (.rows, 1), (.left, 0), (.right, 0), (.bottom, 0), (.top, 0),
        ]
        let conditions = fields.map { field, number in
            writer.value("icmp eq i64 \(writer.field("i64", field, of: "%image")), \(number)")
        }
        let isSingle = conditions.dropFirst().reduce(conditions[0]) { writer.value("and i1 \($0), \($1)") }
        let (single, several) = (writer.newLabel("single"), writer.newLabel("several"))
        writer.branch(isSingle, single, several)
        writer.start(single)
        let base = writer.field("ptr", .base, of: "%image")
        writer.returnColor(code.unpack(code.repeated(base, writer), writer))
        writer.start(several)
    }

    /// Returns a position as 32 bits, clamped. Far outside the image, all positions give the same result.
    private func held(_ place: String, _ count: KernelFrame.ImageField) -> String {
        let size = writer.field("i64", count, of: "%image")
        let last = writer.value("add nsw i64 \(size), 64")
        let low = writer.call("llvm.smax.i64", "i64", [("i64", place), ("i64", "-64")])
        let limited = writer.call("llvm.smin.i64", "i64", [("i64", low), ("i64", last)])
        return writer.splat(writer.value("trunc i64 \(limited) to i32"), "i32")
    }

    private func bounded(_ place: String, _ low: KernelFrame.ImageField, _ high: KernelFrame.ImageField) -> String {
        let (first, last) = (writer.splat(number(low), "i32"), writer.splat(number(high), "i32"))
        let lifted = writer.call("llvm.smax.v\(writer.lanes)i32", int, [(int, place), (int, first)])
        return writer.call("llvm.smin.v\(writer.lanes)i32", int, [(int, lifted), (int, last)])
    }

    /// Emits the reading of the pixels that contain points.
    func writeNearest(_ code: PixelEmitter, clamps: Bool) {
        let column = locateNearest("%x", .columns, clamps: clamps)
        let row = locateNearest("%y", .rows, clamps: clamps)
        writer.returnColor(read(code, column, row))
    }

    /// Emits bilinear interpolation by a call of the function `edge`, whether pixels are outside or not.
    func writeLinear(clamps: Bool, edge: String) {
        let (column, _, right) = locate("%x", .columns, clamps: clamps)
        let (row, _, above) = locate("%y", .rows, clamps: clamps)
        returnMixture(of: edge, column, row, right, above)
    }

    /// Emits bilinear interpolation. Calls the function `edge` if some of the pixels may be outside.
    func writeLinear(_ code: PixelEmitter, clamps: Bool, edge: String) {
        let (column, isBetweenColumns, right) = locate("%x", .columns, clamps: clamps)
        let (row, isBetweenRows, above) = locate("%y", .rows, clamps: clamps)
        let insideColumns = writer.value("icmp ult \(int) \(column), \(writer.splat(number(.innerColumns), "i32"))")
        let insideRows = writer.value("icmp ult \(int) \(row), \(writer.splat(number(.innerRows), "i32"))")
        let inside = writer.value("and \(mask) \(insideColumns), \(insideRows)")
        let (fast, slow) = (writer.newLabel("inside"), writer.newLabel("edge"))
        writer.branch(writer.all(inside), fast, slow, expect: true)
        writer.start(fast)
        let offsets = offsets(code, column, row)
        let (neighbors, scattered) = (writer.newLabel("neighbors"), writer.newLabel("scattered"))
        writer.branch(areNeighbors(column, row, isBetweenColumns, isBetweenRows), neighbors, scattered, expect: false)
        writer.start(neighbors)
        let start = writer.value(
            "getelementptr i8, ptr \(writer.field("ptr", .base, of: "%image")), i64 \(lane(0, of: offsets))")
        writer.returnColor(code.color(at: start, writer))
        writer.start(scattered)
        writer.returnColor(mixInside(code, offsets, right, above))
        writer.start(slow)
        returnMixture(of: edge, column, row, right, above)
    }

    private func returnMixture(of edge: String, _ column: String, _ row: String, _ right: String, _ above: String) {
        let result = writer.value(
            "call \(writer.colorType) @\(edge)(ptr %image, \(int) \(column), \(int) \(row), "
                + "\(float) \(right), \(float) \(above))")
        writer.end("ret \(writer.colorType) \(result)")
    }

    /// Emits a test whether the points are the centres of neighbouring pixels, as where a distortion has no effect.
    /// Such pixels need no interpolation.
    private func areNeighbors(
        _ column: String, _ row: String, _ isBetweenColumns: String, _ isBetweenRows: String
    ) -> String {
        func first(_ place: String) -> String {
            writer.value(
                "shufflevector \(int) \(place), \(int) poison, \(int) zeroinitializer")
        }
        let steps = "<\(FunctionWriter.indices(0..<writer.lanes))>"
        let next = writer.value("add \(int) \(first(column)), \(steps)")
        let otherColumn = writer.value("icmp ne \(int) \(column), \(next)")
        let otherRow = writer.value("icmp ne \(int) \(row), \(first(row))")
        let isBetween = writer.value("or \(mask) \(isBetweenColumns), \(isBetweenRows)")
        let isElsewhere = writer.value("or \(mask) \(otherColumn), \(otherRow)")
        let bits = writer.value("or \(mask) \(isBetween), \(isElsewhere)")
        return writer.value("xor i1 \(writer.any(bits)), true")
    }

    /// Extracts one of the 32-bit offsets and extends it to 64 bits.
    func lane(_ lane: Int, of offsets: String) -> String {
        writer.value("sext i32 \(writer.value("extractelement \(int) \(offsets), i64 \(lane)")) to i64")
    }

    /// Emits bilinear interpolation between pixels that may be outside.
    ///
    /// - Parameter reader: The function that reads pixels, or nil to inline its code.
    func writeMixture(_ code: PixelEmitter, reader: String? = nil) {
        let nextColumn = writer.value("add \(int) %column, \(constant(1))")
        let nextRow = writer.value("add \(int) %row, \(constant(1))")
        let places = [("%column", "%row"), (nextColumn, "%row"), ("%column", nextRow), (nextColumn, nextRow)]
        let taps = places.map { column, row in
            guard let reader else { return read(code, column, row) }
            let color = writer.value(
                "call \(writer.colorType) @\(reader)(ptr %image, \(int) \(column), \(int) \(row))")
            return writer.parts(ofColor: color)
        }
        writer.returnColor(mix(taps, "%right", "%above", code))
    }

    /// Emits the reading of pixels that may be outside.
    func writeRead(_ code: PixelEmitter) { writer.returnColor(read(code, "%column", "%row")) }

    // MARK: Pieces

    /// Emits `SamplerAxis.locate` without interpolation.
    private func locateNearest(
        _ coordinate: String, _ axis: KernelFrame.ImageAxis, clamps: Bool
    ) -> String {
        let held = limited(coordinate, axis)
        let whole = constant(0x1.8p52 as Double)
        let raised = writer.value("fadd \(double) \(held), \(whole)")
        let nearest = writer.value("fsub \(double) \(raised), \(whole)")
        let isAbove = writer.value("fcmp ogt \(double) \(nearest), \(held)")
        let less = writer.value("fsub \(double) \(nearest), \(constant(1 as Double))")
        let pixel = writer.value("select \(mask) \(isAbove), \(double) \(less), \(double) \(nearest)")
        let first = writer.splat(writer.field("double", axis.base, of: "%image"), "double")
        let offset = writer.value("fsub \(double) \(pixel), \(first)")
        let shifted = writer.value("fadd \(double) \(offset), \(whole)")
        let place = halves(shifted).low
        guard clamps else { return place }
        return writer.value("select \(mask) \(isFinite(coordinate)), \(int) \(place), \(int) \(constant(-4))")
    }

    /// Emits `SamplerAxis.locate` with interpolation. Returns indices of the readable pixels, whether the coordinates
    /// are off the pixels' centres, and the fractions of the way to the next pixel.
    private func locate(
        _ coordinate: String, _ axis: KernelFrame.ImageAxis, clamps: Bool
    ) -> (place: String, isOff: String, fraction: String) {
        let base = writer.splat(writer.field("double", axis.base, of: "%image"), "double")
        let raised = writer.value("fadd \(double) \(limited(coordinate, axis)), \(base)")
        let (low, high) = halves(raised)
        let bits = SamplerAxis.fractionBits
        let joined = writer.call(
            "llvm.fshl.v\(writer.lanes)i32", int, [(int, high), (int, low), (int, constant(32 - bits))])
        var place = writer.value("sub \(int) \(joined), \(constant(Int(SamplerAxis.originPlace)))")
        let part = writer.value("and \(int) \(low), \(constant(1 << bits - 1))")
        let reach = Int(SamplerAxis.reach)
        var isOff = writer.value("icmp ugt \(int) \(part), \(constant(2 * reach))")
        if clamps {
            let isFinite = isFinite(coordinate)
            place = writer.value("select \(mask) \(isFinite), \(int) \(place), \(int) \(constant(-4))")
            isOff = writer.value("and \(mask) \(isOff), \(isFinite)")
        }
        let distance = writer.value("sub \(int) \(part), \(constant(reach))")
        let number = writer.value("sitofp \(int) \(distance) to \(float)")
        let share = writer.value(
            "fmul \(float) \(number), \(constant(Float(sign: .plus, exponent: -bits, significand: 1)))")
        let fraction = writer.value(
            "select \(mask) \(isOff), \(float) \(share), \(float) \(constant(0 as Float))")
        return (place, isOff, fraction)
    }

    /// Clamps a coordinate to the axis's bounds. NaN becomes the lower bound.
    private func limited(_ coordinate: String, _ axis: KernelFrame.ImageAxis) -> String {
        let (low, high) = (
            writer.splat(writer.field("double", axis.low, of: "%image"), "double"),
            writer.splat(writer.field("double", axis.high, of: "%image"), "double")
        )
        let isHigher = writer.value("fcmp ogt \(double) \(coordinate), \(low)")
        let lifted = writer.value("select \(mask) \(isHigher), \(double) \(coordinate), \(double) \(low)")
        let isLower = writer.value("fcmp olt \(double) \(lifted), \(high)")
        return writer.value("select \(mask) \(isLower), \(double) \(lifted), \(double) \(high)")
    }

    private func isFinite(_ coordinate: String) -> String {
        let rest = writer.value("fsub \(double) \(coordinate), \(coordinate)")
        return writer.value("fcmp oeq \(double) \(rest), \(constant(0 as Double))")
    }

    /// Splits doubles into their lower and upper 32 bits.
    private func halves(_ numbers: String) -> (low: String, high: String) {
        let pair = "<\(2 * writer.lanes) x i32>"
        let all = writer.value("bitcast \(double) \(numbers) to \(pair)")
        func every(_ first: Int) -> String {
            let order = FunctionWriter.indices((0..<writer.lanes).map { 2 * $0 + first })
            return writer.value("shufflevector \(pair) \(all), \(pair) poison, <\(writer.lanes) x i32> <\(order)>")
        }
        return (every(0), every(1))
    }

    /// Returns byte offsets from the first readable pixel, in 32 bits. Positions must be less than `innerColumns` and
    /// `innerRows`.
    private func offsets(_ code: PixelEmitter, _ column: String, _ row: String) -> String {
        let rowBytes = writer.value("mul nsw \(int) \(row), \(writer.splat(number(.bytesPerRow), "i32"))")
        let columnBytes = writer.value("mul nsw \(int) \(column), \(constant(code.bytes))")
        return writer.value("add nsw \(int) \(rowBytes), \(columnBytes)")
    }

    /// Returns byte offsets from the first readable pixel, for images of any size.
    private func wideOffsets(_ code: PixelEmitter, _ column: String, _ row: String) -> String {
        let pitch = writer.splat(writer.value("sext i32 \(number(.bytesPerRow)) to i64"), "i64")
        let (wideColumn, wideRow) = (
            writer.value("sext \(int) \(column) to \(long)"), writer.value("sext \(int) \(row) to \(long)")
        )
        let rowBytes = writer.value("mul nsw \(long) \(wideRow), \(pitch)")
        let size = writer.splat(constant: "\(code.bytes)", "i64")
        let columnBytes = writer.value("mul nsw \(long) \(wideColumn), \(size)")
        return writer.value("add nsw \(long) \(rowBytes), \(columnBytes)")
    }

    /// Reads the pixels at positions. Pixels outside are transparent black.
    func read(_ code: PixelEmitter, _ column: String, _ row: String) -> [String] {
        let columns = writer.splat(number(.columns), "i32")
        let rows = writer.splat(number(.rows), "i32")
        let insideColumns = writer.value("icmp ult \(int) \(column), \(columns)")
        let insideRows = writer.value("icmp ult \(int) \(row), \(rows)")
        let inside = writer.value("and \(mask) \(insideColumns), \(insideRows)")
        let zero = constant(0)
        let (safeColumn, safeRow) = (
            writer.value("select \(mask) \(inside), \(int) \(column), \(int) \(zero)"),
            writer.value("select \(mask) \(inside), \(int) \(row), \(int) \(zero)")
        )
        let base = writer.field("ptr", .base, of: "%image")
        let raw = code.gather(base, wideOffsets(code, safeColumn, safeRow), writer)
        return code.unpack(raw, writer).map {
            writer.value("select \(mask) \(inside), \(float) \($0), \(float) \(constant(0 as Float))")
        }
    }

    /// Emits bilinear interpolation between pixels that are all readable.
    private func mixInside(_ code: PixelEmitter, _ offsets: String, _ right: String, _ above: String) -> [String] {
        let base = writer.field("ptr", .base, of: "%image")
        let pitch = writer.value("sext i32 \(number(.bytesPerRow)) to i64")
        prefetch(base, pitch, offsets)
        if code.bytes == 16 { return mixWidePixels(code, base, pitch, offsets, right, above) }
        let next = writer.value("getelementptr i8, ptr \(base), i64 \(pitch)")
        let distances = lanes(offsets)
        prefetchRows(from: base, distances)
        let taps = [base, next].flatMap { code.pairs($0, distances, writer) }
        return mix(taps, right, above, code)
    }

    /// Returns the offsets as scalars. They go through memory, because extracting vector elements would occupy the
    /// execution units that compute the colours.
    private func lanes(_ offsets: String) -> [String] {
        let slot = writer.slot(int)
        writer.line("store volatile \(int) \(offsets), ptr \(slot), align 64")
        return (0..<writer.lanes).map { lane in
            let place = writer.value("getelementptr i32, ptr \(slot), i64 \(lane)")
            let number = writer.value("load volatile i32, ptr \(place), align 4")
            return writer.value("sext i32 \(number) to i64")
        }
    }

    /// Prefetches the pixels that later blocks will read if positions continue as in this block. A prefetch never
    /// traps.
    private func prefetch(_ base: String, _ pitch: String, _ offsets: String) {
        let first = lane(0, of: offsets)
        let last = lane(writer.lanes - 1, of: offsets)
        let step = writer.value("sub i64 \(last), \(first)")
        let distance = writer.value("shl i64 \(step), 2")
        let ahead = writer.value("add i64 \(last), \(distance)")
        let low = writer.value("getelementptr i8, ptr \(base), i64 \(ahead)")
        let high = writer.value("getelementptr i8, ptr \(low), i64 \(pitch)")
        for place in [low, high] {
            writer.run("llvm.prefetch.p0", [("ptr", place), ("i32", "0"), ("i32", "3"), ("i32", "1")])
        }
    }

    /// Prefetches pixels four rows from those of this block, which the next rows of blocks read.
    ///
    /// A turned image is read along slanted lines: a few pixels of each of its rows. The processor can't predict which
    /// row's next pixels come first, so nearly every block would wait for memory. Where an image is upside down, the
    /// prefetch has no effect. A prefetch never traps.
    private func prefetchRows(from base: String, _ offsets: [String]) {
        let distance = writer.field("i64", .bytesAhead, of: "%image")
        let start = writer.value("getelementptr i8, ptr \(base), i64 \(distance)")
        for lane in stride(from: 0, to: writer.lanes, by: max(1, writer.lanes / 4)) {
            let place = writer.value("getelementptr i8, ptr \(start), i64 \(offsets[lane])")
            writer.run("llvm.prefetch.p0", [("ptr", place), ("i32", "0"), ("i32", "3"), ("i32", "1")])
        }
    }

    /// Interpolates between four pixels: the current one, the one to its right, and the two above them.
    func mix(_ taps: [[String]], _ right: String, _ above: String, _ code: PixelEmitter) -> [String] {
        let one = constant(1 as Float)
        let left = writer.value("fsub \(float) \(one), \(right)")
        let below = writer.value("fsub \(float) \(one), \(above)")
        // An infinite value times a weight of 0 is NaN, so a pixel with weight 0 must be skipped. Integer formats have
        // no infinities and need no test.
        let isExact = !code.format.isFloat
        let zero = constant(0 as Float)
        let (noRight, noAbove) =
            isExact
            ? ("", "")
            : (writer.value("fcmp oeq \(float) \(right), \(zero)"), writer.value("fcmp oeq \(float) \(above), \(zero)"))
        func mix(_ a: String, _ b: String, _ complement: String, _ share: String, _ none: String) -> String {
            if isExact, a == zero, b == zero { return zero }
            let first = writer.value("fmul \(float) \(a), \(complement)")
            let second = writer.value("fmul \(float) \(b), \(share)")
            let sum = writer.value("fadd \(float) \(first), \(second)")
            return isExact ? sum : writer.value("select \(mask) \(none), \(float) \(a), \(float) \(sum)")
        }
        return (0..<4).map { index in
            let low = mix(taps[0][index], taps[1][index], left, right, noRight)
            let high = mix(taps[2][index], taps[3][index], left, right, noRight)
            return mix(low, high, below, above, noAbove)
        }
    }

    /// Interpolates pixels of four floats one by one, because one load reads a whole pixel.
    private func mixWidePixels(
        _ code: PixelEmitter, _ base: String, _ pitch: String, _ offsets: String, _ right: String, _ above: String
    ) -> [String] {
        let pixel = "<4 x float>"
        let (offsetSlot, rightSlot, aboveSlot) = (writer.slot(int), writer.slot(float), writer.slot(float))
        let results = writer.slot("[\(writer.lanes) x \(pixel)]")
        writer.line("store \(int) \(offsets), ptr \(offsetSlot)")
        writer.line("store \(float) \(right), ptr \(rightSlot)")
        writer.line("store \(float) \(above), ptr \(aboveSlot)")
        let (before, loop, after) = (writer.newLabel("pixels"), writer.newLabel("pixel"), writer.newLabel("mixed"))
        writer.start(before)
        let (lane, next) = (writer.fresh(), writer.fresh())
        writer.start(loop)
        writer.line("\(lane) = phi i64 [ 0, %\(before) ], [ \(next), %\(loop) ]")
        let offsetPlace = writer.value("getelementptr i32, ptr \(offsetSlot), i64 \(lane)")
        let number = writer.value("load i32, ptr \(offsetPlace)")
        let offset = writer.value("sext i32 \(number) to i64")
        let low = writer.value("getelementptr i8, ptr \(base), i64 \(offset)")
        let high = writer.value("getelementptr i8, ptr \(low), i64 \(pitch)")
        let zero = writer.splat(constant: FunctionWriter.float(0), "float", count: 4)
        let one = writer.splat(constant: FunctionWriter.float(1), "float", count: 4)
        func tap(_ row: String, _ distance: Int) -> String {
            let place = writer.value("getelementptr i8, ptr \(row), i64 \(distance)")
            let color = writer.value("load \(pixel), ptr \(place), align 1")
            guard code.format.layout == .rgbx else { return color }
            return writer.value("insertelement \(pixel) \(color), float \(FunctionWriter.float(1)), i64 3")
        }
        func share(_ slot: String) -> (share: String, complement: String, none: String) {
            let place = writer.value("getelementptr float, ptr \(slot), i64 \(lane)")
            let number = writer.value("load float, ptr \(place)")
            let first = writer.value("insertelement \(pixel) poison, float \(number), i64 0")
            let share = writer.value("shufflevector \(pixel) \(first), \(pixel) poison, <4 x i32> zeroinitializer")
            return (
                share, writer.value("fsub \(pixel) \(one), \(share)"),
                writer.value("fcmp oeq \(pixel) \(share), \(zero)")
            )
        }
        func mix(_ a: String, _ b: String, _ t: (share: String, complement: String, none: String)) -> String {
            let first = writer.value("fmul \(pixel) \(a), \(t.complement)")
            let second = writer.value("fmul \(pixel) \(b), \(t.share)")
            let sum = writer.value("fadd \(pixel) \(first), \(second)")
            return writer.value("select <4 x i1> \(t.none), \(pixel) \(a), \(pixel) \(sum)")
        }
        let (horizontal, vertical) = (share(rightSlot), share(aboveSlot))
        let lower = mix(tap(low, 0), tap(low, 16), horizontal)
        let upper = mix(tap(high, 0), tap(high, 16), horizontal)
        let color = mix(lower, upper, vertical)
        let resultPlace = writer.value("getelementptr \(pixel), ptr \(results), i64 \(lane)")
        writer.line("store \(pixel) \(color), ptr \(resultPlace)")
        writer.line("\(next) = add nsw i64 \(lane), 1")
        let isDone = writer.value("icmp eq i64 \(next), \(writer.lanes)")
        writer.branch(isDone, after, loop)
        writer.start(after)
        let channels = code.channels(at: results, writer)
        // The opaque fourth channel was interpolated like the others.
        return code.format.layout == .rgbx ? channels : code.color(fromChannels: channels, writer)
    }
}

extension PixelEmitter {
    /// Loads a pixel for all lanes.
    func repeated(_ pointer: String, _ writer: FunctionWriter) -> Raw {
        let pixels =
            isWord ? [(0, "i\(8 * bytes)")] : (0..<channelCount).map { ($0 * format.component.byteCount, channel) }
        let loaded = pixels.map { offset, type in
            let place = writer.value("getelementptr i8, ptr \(pointer), i64 \(offset)")
            return writer.splat(writer.value("load \(type), ptr \(place), align 1"), type)
        }
        return isWord ? .words(loaded[0]) : .channels(loaded)
    }

    /// Loads the pixels at byte offsets (i64, one per lane) from a pointer, and the pixels to their right. Returns both
    /// as colours.
    func pairs(_ pointer: String, _ offsets: [String], _ writer: FunctionWriter) -> [[String]] {
        guard isWord, bytes == 4 || bytes == 8 else {
            let right = writer.value("getelementptr i8, ptr \(pointer), i64 \(bytes)")
            return [pointer, right].map { unpack(pixels($0, offsets, writer), writer) }
        }
        // One load reads both pixels.
        let halves = bytes == 4 ? wordPairs(pointer, offsets, writer) : longPairs(pointer, offsets, writer)
        let (half, kind) = (writer.lanes, "i\(8 * bytes)")
        let pair = "<\(2 * half) x \(kind)>"
        return (0..<2).map { side in
            let order = FunctionWriter.indices((0..<half).map { 2 * $0 + side })
            return unpack(
                .words(writer.value("shufflevector \(pair) \(halves), \(pair) poison, <\(half) x i32> <\(order)>")),
                writer)
        }
    }

    /// Loads 32-bit pixels, each followed by the pixel to its right.
    private func wordPairs(_ pointer: String, _ offsets: [String], _ writer: FunctionWriter) -> String {
        let pairs = Self.loads("i64", pointer, offsets, writer)
        return writer.value("bitcast \(writer.vector("i64")) \(pairs) to <\(2 * writer.lanes) x i32>")
    }

    /// Loads 64-bit pixels, each followed by the pixel to its right.
    private func longPairs(_ pointer: String, _ offsets: [String], _ writer: FunctionWriter) -> String {
        let pairs = offsets.map { offset in
            let place = writer.value("getelementptr i8, ptr \(pointer), i64 \(offset)")
            return writer.value("load <2 x i64>, ptr \(place), align 1")
        }
        return Self.concatenated(pairs, of: "i64", count: 2, writer)
    }
}
