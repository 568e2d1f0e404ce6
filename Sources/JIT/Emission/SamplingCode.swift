import Interpreter
import Pixels

/// Emits the functions that sample images, with the arithmetic of `SamplerAxis` and `SamplerView`.
///
/// Whatever the coordinates are, an address is only computed from a position that was compared with the numbers of
/// readable columns and rows.
struct SamplingCode {
    let w: FunctionWriter

    private var float: String { w.vector("float") }
    private var double: String { w.vector("double") }
    private var int: String { w.vector("i32") }
    private var long: String { w.vector("i64") }
    private var mask: String { w.vector("i1") }

    private func constant(_ value: Float) -> String { w.splat(constant: FunctionWriter.float(value), "float") }
    private func constant(_ value: Double) -> String { w.splat(constant: FunctionWriter.double(value), "double") }
    private func constant(_ value: Int) -> String { w.splat(constant: "\(value)", "i32") }

    /// Returns a field of the image as a 32-bit integer. The fields used here fit: counts and bytes per row are less
    /// than 2²⁹, and edges are within a few pixels of the readable part.
    private func number(_ field: KernelFrame.ImageField) -> String {
        let wide = w.field("i64", field, of: "%image")
        return w.value("trunc i64 \(wide) to i32")
    }

    // MARK: Whole functions

    /// Emits the reading of neighbouring pixels from position (%x, %y) on.
    func writeEdge(_ code: PixelCode, clamps: Bool) {
        var column = held("%x", .columns)
        column = w.value("add nsw \(int) \(column), %lanes")
        var row = held("%y", .rows)
        if clamps {
            column = bounded(column, .left, .right)
            row = bounded(row, .bottom, .top)
        }
        w.returnColor(read(code, column, row))
    }

    /// Returns a position as 32 bits, clamped. Far outside the image, all positions give the same result.
    private func held(_ place: String, _ count: KernelFrame.ImageField) -> String {
        let size = w.field("i64", count, of: "%image")
        let last = w.value("add nsw i64 \(size), 64")
        let low = w.call("llvm.smax.i64", "i64", [("i64", place), ("i64", "-64")])
        let limited = w.call("llvm.smin.i64", "i64", [("i64", low), ("i64", last)])
        return w.splat(w.value("trunc i64 \(limited) to i32"), "i32")
    }

    private func bounded(_ place: String, _ low: KernelFrame.ImageField, _ high: KernelFrame.ImageField) -> String {
        let (first, last) = (w.splat(number(low), "i32"), w.splat(number(high), "i32"))
        let lifted = w.call("llvm.smax.v\(w.lanes)i32", int, [(int, place), (int, first)])
        return w.call("llvm.smin.v\(w.lanes)i32", int, [(int, lifted), (int, last)])
    }

    /// Emits the reading of the pixels that contain points.
    func writeNearest(_ code: PixelCode, clamps: Bool) {
        let column = locateNearest("%x", .columns, clamps: clamps)
        let row = locateNearest("%y", .rows, clamps: clamps)
        w.returnColor(read(code, column, row))
    }

    /// Emits bilinear interpolation. Calls the function `edge` if some of the pixels may be outside.
    func writeLinear(_ code: PixelCode, clamps: Bool, edge: String) {
        let (column, isBetweenColumns, right) = locate("%x", .columns, clamps: clamps)
        let (row, isBetweenRows, above) = locate("%y", .rows, clamps: clamps)
        let insideColumns = w.value("icmp ult \(int) \(column), \(w.splat(number(.innerColumns), "i32"))")
        let insideRows = w.value("icmp ult \(int) \(row), \(w.splat(number(.innerRows), "i32"))")
        let inside = w.value("and \(mask) \(insideColumns), \(insideRows)")
        let (fast, slow) = (w.newLabel("inside"), w.newLabel("edge"))
        w.branch(w.all(inside), fast, slow, expect: true)
        w.start(fast)
        let offsets = offsets(code, column, row)
        let (neighbors, scattered) = (w.newLabel("neighbors"), w.newLabel("scattered"))
        w.branch(areNeighbors(column, row, isBetweenColumns, isBetweenRows), neighbors, scattered, expect: false)
        w.start(neighbors)
        let start = w.value("getelementptr i8, ptr \(w.field("ptr", .base, of: "%image")), i64 \(lane(0, of: offsets))")
        w.returnColor(code.unpack(code.load(start, w), w))
        w.start(scattered)
        w.returnColor(mixInside(code, offsets, right, above))
        w.start(slow)
        let result = w.value(
            "call \(w.colorType) @\(edge)(ptr %image, \(int) \(column), \(int) \(row), \(float) \(right), \(float) \(above))"
        )
        w.end("ret \(w.colorType) \(result)")
    }

    /// Emits a test whether the points are the centres of neighbouring pixels, as where a distortion has no effect.
    /// Such pixels need no interpolation.
    private func areNeighbors(
        _ column: String, _ row: String, _ isBetweenColumns: String, _ isBetweenRows: String
    ) -> String {
        func first(_ place: String) -> String {
            w.value(
                "shufflevector \(int) \(place), \(int) poison, \(int) zeroinitializer")
        }
        let steps = "<\(FunctionWriter.indices(0..<w.lanes))>"
        let next = w.value("add \(int) \(first(column)), \(steps)")
        let otherColumn = w.value("icmp ne \(int) \(column), \(next)")
        let otherRow = w.value("icmp ne \(int) \(row), \(first(row))")
        let isBetween = w.value("or \(mask) \(isBetweenColumns), \(isBetweenRows)")
        let isElsewhere = w.value("or \(mask) \(otherColumn), \(otherRow)")
        let bits = w.value("or \(mask) \(isBetween), \(isElsewhere)")
        return w.value("xor i1 \(w.any(bits)), true")
    }

    /// Extracts one of the 32-bit offsets and extends it to 64 bits.
    private func lane(_ lane: Int, of offsets: String) -> String {
        w.value("sext i32 \(w.value("extractelement \(int) \(offsets), i64 \(lane)")) to i64")
    }

    /// Emits bilinear interpolation between pixels that may be outside.
    func writeMixture(_ code: PixelCode) {
        let nextColumn = w.value("add \(int) %column, \(constant(1))")
        let nextRow = w.value("add \(int) %row, \(constant(1))")
        let taps = [
            read(code, "%column", "%row"), read(code, nextColumn, "%row"), read(code, "%column", nextRow),
            read(code, nextColumn, nextRow),
        ]
        w.returnColor(mix(taps, "%right", "%above", code))
    }

    // MARK: Pieces

    /// Emits `SamplerAxis.locate` without interpolation.
    private func locateNearest(
        _ coordinate: String, _ axis: KernelFrame.ImageAxis, clamps: Bool
    ) -> String {
        let held = limited(coordinate, axis)
        let whole = constant(0x1.8p52 as Double)
        let raised = w.value("fadd \(double) \(held), \(whole)")
        let nearest = w.value("fsub \(double) \(raised), \(whole)")
        let isAbove = w.value("fcmp ogt \(double) \(nearest), \(held)")
        let less = w.value("fsub \(double) \(nearest), \(constant(1 as Double))")
        let pixel = w.value("select \(mask) \(isAbove), \(double) \(less), \(double) \(nearest)")
        let first = w.splat(w.field("double", axis.base, of: "%image"), "double")
        let offset = w.value("fsub \(double) \(pixel), \(first)")
        let shifted = w.value("fadd \(double) \(offset), \(whole)")
        let place = halves(shifted).low
        guard clamps else { return place }
        return w.value("select \(mask) \(isFinite(coordinate)), \(int) \(place), \(int) \(constant(-4))")
    }

    /// Emits `SamplerAxis.locate` with interpolation. Returns indices of the readable pixels, whether the coordinates
    /// are off the pixels' centres, and the fractions of the way to the next pixel.
    private func locate(
        _ coordinate: String, _ axis: KernelFrame.ImageAxis, clamps: Bool
    ) -> (place: String, isOff: String, fraction: String) {
        let base = w.splat(w.field("double", axis.base, of: "%image"), "double")
        let raised = w.value("fadd \(double) \(limited(coordinate, axis)), \(base)")
        let (low, high) = halves(raised)
        let bits = SamplerAxis.fractionBits
        let joined = w.call(
            "llvm.fshl.v\(w.lanes)i32", int, [(int, high), (int, low), (int, constant(32 - bits))])
        var place = w.value("sub \(int) \(joined), \(constant(Int(SamplerAxis.originPlace)))")
        let part = w.value("and \(int) \(low), \(constant(1 << bits - 1))")
        let reach = Int(SamplerAxis.reach)
        var isOff = w.value("icmp ugt \(int) \(part), \(constant(2 * reach))")
        if clamps {
            let isFinite = isFinite(coordinate)
            place = w.value("select \(mask) \(isFinite), \(int) \(place), \(int) \(constant(-4))")
            isOff = w.value("and \(mask) \(isOff), \(isFinite)")
        }
        let distance = w.value("sub \(int) \(part), \(constant(reach))")
        let number = w.value("sitofp \(int) \(distance) to \(float)")
        let share = w.value("fmul \(float) \(number), \(constant(Float(sign: .plus, exponent: -bits, significand: 1)))")
        let fraction = w.value(
            "select \(mask) \(isOff), \(float) \(share), \(float) \(constant(0 as Float))")
        return (place, isOff, fraction)
    }

    /// Clamps a coordinate to the axis's bounds. NaN becomes the lower bound.
    private func limited(_ coordinate: String, _ axis: KernelFrame.ImageAxis) -> String {
        let (low, high) = (
            w.splat(w.field("double", axis.low, of: "%image"), "double"),
            w.splat(w.field("double", axis.high, of: "%image"), "double")
        )
        let isHigher = w.value("fcmp ogt \(double) \(coordinate), \(low)")
        let lifted = w.value("select \(mask) \(isHigher), \(double) \(coordinate), \(double) \(low)")
        let isLower = w.value("fcmp olt \(double) \(lifted), \(high)")
        return w.value("select \(mask) \(isLower), \(double) \(lifted), \(double) \(high)")
    }

    private func isFinite(_ coordinate: String) -> String {
        let rest = w.value("fsub \(double) \(coordinate), \(coordinate)")
        return w.value("fcmp oeq \(double) \(rest), \(constant(0 as Double))")
    }

    /// Splits doubles into their lower and upper 32 bits.
    private func halves(_ numbers: String) -> (low: String, high: String) {
        let pair = "<\(2 * w.lanes) x i32>"
        let all = w.value("bitcast \(double) \(numbers) to \(pair)")
        func every(_ first: Int) -> String {
            let order = FunctionWriter.indices((0..<w.lanes).map { 2 * $0 + first })
            return w.value("shufflevector \(pair) \(all), \(pair) poison, <\(w.lanes) x i32> <\(order)>")
        }
        return (every(0), every(1))
    }

    /// Returns byte offsets from the first readable pixel, in 32 bits. Positions must be less than `innerColumns` and
    /// `innerRows`.
    private func offsets(_ code: PixelCode, _ column: String, _ row: String) -> String {
        let rowBytes = w.value("mul nsw \(int) \(row), \(w.splat(number(.bytesPerRow), "i32"))")
        let columnBytes = w.value("mul nsw \(int) \(column), \(constant(code.bytes))")
        return w.value("add nsw \(int) \(rowBytes), \(columnBytes)")
    }

    /// Returns byte offsets from the first readable pixel, for images of any size.
    private func wideOffsets(_ code: PixelCode, _ column: String, _ row: String) -> String {
        let pitch = w.splat(w.value("sext i32 \(number(.bytesPerRow)) to i64"), "i64")
        let (wideColumn, wideRow) = (
            w.value("sext \(int) \(column) to \(long)"), w.value("sext \(int) \(row) to \(long)")
        )
        let rowBytes = w.value("mul nsw \(long) \(wideRow), \(pitch)")
        let size = w.splat(constant: "\(code.bytes)", "i64")
        let columnBytes = w.value("mul nsw \(long) \(wideColumn), \(size)")
        return w.value("add nsw \(long) \(rowBytes), \(columnBytes)")
    }

    /// Reads the pixels at positions. Pixels outside are transparent black.
    private func read(_ code: PixelCode, _ column: String, _ row: String) -> [String] {
        let columns = w.splat(number(.columns), "i32")
        let rows = w.splat(number(.rows), "i32")
        let insideColumns = w.value("icmp ult \(int) \(column), \(columns)")
        let insideRows = w.value("icmp ult \(int) \(row), \(rows)")
        let inside = w.value("and \(mask) \(insideColumns), \(insideRows)")
        let zero = constant(0)
        let (safeColumn, safeRow) = (
            w.value("select \(mask) \(inside), \(int) \(column), \(int) \(zero)"),
            w.value("select \(mask) \(inside), \(int) \(row), \(int) \(zero)")
        )
        let base = w.field("ptr", .base, of: "%image")
        let raw = code.gather(base, wideOffsets(code, safeColumn, safeRow), w)
        return code.unpack(raw, w).map {
            w.value("select \(mask) \(inside), \(float) \($0), \(float) \(constant(0 as Float))")
        }
    }

    /// Emits bilinear interpolation between pixels that are all readable.
    private func mixInside(_ code: PixelCode, _ offsets: String, _ right: String, _ above: String) -> [String] {
        let base = w.field("ptr", .base, of: "%image")
        let pitch = w.value("sext i32 \(number(.bytesPerRow)) to i64")
        prefetch(base, pitch, offsets)
        if code.bytes == 16 { return mixWidePixels(code, base, pitch, offsets, right, above) }
        let next = w.value("getelementptr i8, ptr \(base), i64 \(pitch)")
        let distances = lanes(offsets)
        let taps = [base, next].flatMap { code.pairs($0, distances, w) }
        return mix(taps, right, above, code)
    }

    /// Returns the offsets as scalars. They go through memory, because extracting vector elements would occupy the
    /// execution units that compute the colours.
    private func lanes(_ offsets: String) -> [String] {
        let slot = w.slot(int)
        w.line("store volatile \(int) \(offsets), ptr \(slot), align 64")
        return (0..<w.lanes).map { lane in
            let place = w.value("getelementptr i32, ptr \(slot), i64 \(lane)")
            let number = w.value("load volatile i32, ptr \(place), align 4")
            return w.value("sext i32 \(number) to i64")
        }
    }

    /// Prefetches the pixels that later blocks will read if positions continue as in this block. A prefetch never
    /// traps.
    private func prefetch(_ base: String, _ pitch: String, _ offsets: String) {
        let first = lane(0, of: offsets)
        let last = lane(w.lanes - 1, of: offsets)
        let step = w.value("sub i64 \(last), \(first)")
        let distance = w.value("shl i64 \(step), 2")
        let ahead = w.value("add i64 \(last), \(distance)")
        let low = w.value("getelementptr i8, ptr \(base), i64 \(ahead)")
        let high = w.value("getelementptr i8, ptr \(low), i64 \(pitch)")
        for place in [low, high] {
            w.run("llvm.prefetch.p0", [("ptr", place), ("i32", "0"), ("i32", "3"), ("i32", "1")])
        }
    }

    /// Interpolates between four pixels: the current one, the one to its right, and the two above them.
    private func mix(_ taps: [[String]], _ right: String, _ above: String, _ code: PixelCode) -> [String] {
        let one = constant(1 as Float)
        let left = w.value("fsub \(float) \(one), \(right)")
        let below = w.value("fsub \(float) \(one), \(above)")
        // An infinite value times a weight of 0 is NaN, so a pixel with weight 0 must be skipped. Integer formats have
        // no infinities and need no test.
        let isExact = !code.format.isFloat
        let zero = constant(0 as Float)
        let (noRight, noAbove) =
            isExact
            ? ("", "")
            : (w.value("fcmp oeq \(float) \(right), \(zero)"), w.value("fcmp oeq \(float) \(above), \(zero)"))
        func mix(_ a: String, _ b: String, _ complement: String, _ share: String, _ none: String) -> String {
            if isExact, a == zero, b == zero { return zero }
            let first = w.value("fmul \(float) \(a), \(complement)")
            let second = w.value("fmul \(float) \(b), \(share)")
            let sum = w.value("fadd \(float) \(first), \(second)")
            return isExact ? sum : w.value("select \(mask) \(none), \(float) \(a), \(float) \(sum)")
        }
        return (0..<4).map { index in
            let low = mix(taps[0][index], taps[1][index], left, right, noRight)
            let high = mix(taps[2][index], taps[3][index], left, right, noRight)
            return mix(low, high, below, above, noAbove)
        }
    }

    /// Interpolates pixels of four floats one by one, because one load reads a whole pixel.
    private func mixWidePixels(
        _ code: PixelCode, _ base: String, _ pitch: String, _ offsets: String, _ right: String, _ above: String
    ) -> [String] {
        let pixel = "<4 x float>"
        let (offsetSlot, rightSlot, aboveSlot) = (w.slot(int), w.slot(float), w.slot(float))
        let results = w.slot("[\(w.lanes) x \(pixel)]")
        w.line("store \(int) \(offsets), ptr \(offsetSlot)")
        w.line("store \(float) \(right), ptr \(rightSlot)")
        w.line("store \(float) \(above), ptr \(aboveSlot)")
        let (before, loop, after) = (w.newLabel("pixels"), w.newLabel("pixel"), w.newLabel("mixed"))
        w.start(before)
        let (lane, next) = (w.fresh(), w.fresh())
        w.start(loop)
        w.line("\(lane) = phi i64 [ 0, %\(before) ], [ \(next), %\(loop) ]")
        let offsetPlace = w.value("getelementptr i32, ptr \(offsetSlot), i64 \(lane)")
        let number = w.value("load i32, ptr \(offsetPlace)")
        let offset = w.value("sext i32 \(number) to i64")
        let low = w.value("getelementptr i8, ptr \(base), i64 \(offset)")
        let high = w.value("getelementptr i8, ptr \(low), i64 \(pitch)")
        let zero = w.splat(constant: FunctionWriter.float(0), "float", count: 4)
        let one = w.splat(constant: FunctionWriter.float(1), "float", count: 4)
        func tap(_ row: String, _ distance: Int) -> String {
            let place = w.value("getelementptr i8, ptr \(row), i64 \(distance)")
            let color = w.value("load \(pixel), ptr \(place), align 1")
            guard code.format.layout == .rgbx else { return color }
            return w.value("insertelement \(pixel) \(color), float \(FunctionWriter.float(1)), i64 3")
        }
        func share(_ slot: String) -> (share: String, complement: String, none: String) {
            let place = w.value("getelementptr float, ptr \(slot), i64 \(lane)")
            let number = w.value("load float, ptr \(place)")
            let first = w.value("insertelement \(pixel) poison, float \(number), i64 0")
            let share = w.value("shufflevector \(pixel) \(first), \(pixel) poison, <4 x i32> zeroinitializer")
            return (
                share, w.value("fsub \(pixel) \(one), \(share)"), w.value("fcmp oeq \(pixel) \(share), \(zero)")
            )
        }
        func mix(_ a: String, _ b: String, _ t: (share: String, complement: String, none: String)) -> String {
            let first = w.value("fmul \(pixel) \(a), \(t.complement)")
            let second = w.value("fmul \(pixel) \(b), \(t.share)")
            let sum = w.value("fadd \(pixel) \(first), \(second)")
            return w.value("select <4 x i1> \(t.none), \(pixel) \(a), \(pixel) \(sum)")
        }
        let (horizontal, vertical) = (share(rightSlot), share(aboveSlot))
        let lower = mix(tap(low, 0), tap(low, 16), horizontal)
        let upper = mix(tap(high, 0), tap(high, 16), horizontal)
        let color = mix(lower, upper, vertical)
        let resultPlace = w.value("getelementptr \(pixel), ptr \(results), i64 \(lane)")
        w.line("store \(pixel) \(color), ptr \(resultPlace)")
        w.line("\(next) = add nsw i64 \(lane), 1")
        let isDone = w.value("icmp eq i64 \(next), \(w.lanes)")
        w.branch(isDone, after, loop)
        w.start(after)
        let all = w.value("load <\(4 * w.lanes) x float>, ptr \(results), align 16")
        let channels = code.deinterleave(all, w)
        // The opaque fourth channel was interpolated like the others.
        return code.format.layout == .rgbx ? channels : code.color(fromChannels: channels, w)
    }
}

extension PixelCode {
    /// Loads the pixels at byte offsets (i64, one per lane) from a pointer, and the pixels to their right. Returns both
    /// as colours.
    func pairs(_ pointer: String, _ offsets: [String], _ w: FunctionWriter) -> [[String]] {
        guard isWord, bytes == 4 || bytes == 8 else {
            let right = w.value("getelementptr i8, ptr \(pointer), i64 \(bytes)")
            return [pointer, right].map { unpack(pixels($0, offsets, w), w) }
        }
        // One load reads both pixels.
        let halves = bytes == 4 ? wordPairs(pointer, offsets, w) : longPairs(pointer, offsets, w)
        let (half, kind) = (w.lanes, "i\(8 * bytes)")
        let pair = "<\(2 * half) x \(kind)>"
        return (0..<2).map { side in
            let order = FunctionWriter.indices((0..<half).map { 2 * $0 + side })
            return unpack(
                .words(w.value("shufflevector \(pair) \(halves), \(pair) poison, <\(half) x i32> <\(order)>")), w)
        }
    }

    /// Loads 32-bit pixels, each followed by the pixel to its right.
    private func wordPairs(_ pointer: String, _ offsets: [String], _ w: FunctionWriter) -> String {
        let pairs = Self.loads("i64", pointer, offsets, w)
        return w.value("bitcast \(w.vector("i64")) \(pairs) to <\(2 * w.lanes) x i32>")
    }

    /// Loads 64-bit pixels, each followed by the pixel to its right.
    private func longPairs(_ pointer: String, _ offsets: [String], _ w: FunctionWriter) -> String {
        var parts = offsets.map { offset in
            let place = w.value("getelementptr i8, ptr \(pointer), i64 \(offset)")
            return w.value("load <2 x i64>, ptr \(place), align 1")
        }
        // Concatenate pairs of vectors until one is left.
        var count = 2
        while parts.count > 1 {
            let (type, order) = ("<\(count) x i64>", FunctionWriter.indices(0..<2 * count))
            parts = stride(from: 0, to: parts.count, by: 2).map {
                w.value("shufflevector \(type) \(parts[$0]), \(type) \(parts[$0 + 1]), <\(2 * count) x i32> <\(order)>")
            }
            count *= 2
        }
        return parts[0]
    }
}
