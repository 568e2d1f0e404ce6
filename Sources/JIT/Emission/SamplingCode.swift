import Pixels

/// Code that samples images: the functions that a kernel calls, with the arithmetic of `SamplerAxis` and `SamplerView`.
///
/// Whatever the coordinates are, an address is computed from a place that was compared with the numbers of readable columns and rows.
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

    /// A field of the image as a 32-bit integer; all that this is used for are held to a few pixels around what is readable.
    private func number(_ field: KernelFrame.ImageField) -> String {
        let wide = w.field("i64", field, of: "%image")
        return w.value("trunc i64 \(wide) to i32")
    }

    // MARK: Whole functions

    /// Pixels next to each other, from place (%x, %y) on.
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

    /// A place as 32 bits: far outside, all places are alike.
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

    /// The pixels around points.
    func writeNearest(_ code: PixelCode) {
        let (column, _) = locate("%x", isLinear: false, .lowX, .highX, .firstX)
        let (row, _) = locate("%y", isLinear: false, .lowY, .highY, .firstY)
        w.returnColor(read(code, column, row))
    }

    /// Bilinear between pixels; where some of them may lie outside, `edge` is called.
    func writeLinear(_ code: PixelCode, edge: String) {
        let (column, right) = locate("%x", isLinear: true, .lowX, .highX, .firstX)
        let (row, above) = locate("%y", isLinear: true, .lowY, .highY, .firstY)
        let insideColumns = w.value("icmp ult \(int) \(column), \(lastButOne(.columns))")
        let insideRows = w.value("icmp ult \(int) \(row), \(lastButOne(.rows))")
        let inside = w.value("and \(mask) \(insideColumns), \(insideRows)")
        let (fast, slow) = (w.newLabel("inside"), w.newLabel("edge"))
        w.branch(w.all(inside), fast, slow, expect: true)
        w.start(fast)
        w.returnColor(mixInside(code, column, row, right, above))
        w.start(slow)
        let result = w.value(
            "call \(w.colorType) @\(edge)(ptr %image, \(int) \(column), \(int) \(row), \(float) \(right), \(float) \(above))"
        )
        w.end("ret \(w.colorType) \(result)")
    }

    /// One less than the number of columns or rows, and 0 when there are none.
    private func lastButOne(_ field: KernelFrame.ImageField) -> String {
        let count = w.field("i64", field, of: "%image")
        let less = w.value("sub nsw i64 \(count), 1")
        let held = w.call("llvm.smax.i64", "i64", [("i64", less), ("i64", "0")])
        return w.splat(w.value("trunc i64 \(held) to i32"), "i32")
    }

    /// Bilinear between pixels anywhere.
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

    /// `SamplerAxis.locate`: places among the readable pixels, and how far it is from there to the next.
    private func locate(
        _ coordinate: String, isLinear: Bool, _ low: KernelFrame.ImageField, _ high: KernelFrame.ImageField,
        _ first: KernelFrame.ImageField
    ) -> (place: String, fraction: String) {
        let bounds = [low, high, first].map { w.splat(w.field("double", $0, of: "%image"), "double") }
        let position =
            isLinear ? w.value("fsub \(double) \(coordinate), \(constant(0.5 as Double))") : coordinate
        let isLow = w.value("fcmp olt \(double) \(position), \(bounds[0])")
        let lifted = w.value("select \(mask) \(isLow), \(double) \(bounds[0]), \(double) \(position)")
        let isHigh = w.value("fcmp ogt \(double) \(lifted), \(bounds[1])")
        let held = w.value("select \(mask) \(isHigh), \(double) \(bounds[1]), \(double) \(lifted)")
        let whole = constant(0x1.8p52 as Double)
        let raised = w.value("fadd \(double) \(held), \(whole)")
        let nearest = w.value("fsub \(double) \(raised), \(whole)")
        let isAbove = w.value("fcmp ogt \(double) \(nearest), \(held)")
        let less = w.value("fsub \(double) \(nearest), \(constant(1 as Double))")
        let below = w.value("select \(mask) \(isAbove), \(double) \(less), \(double) \(nearest)")
        var (pixel, fraction) = (below, constant(0 as Float))
        let rest = w.value("fsub \(double) \(position), \(position)")
        let isFinite = w.value("fcmp oeq \(double) \(rest), \(constant(0 as Double))")
        if isLinear {
            let distance = w.value("fsub \(double) \(held), \(nearest)")
            let magnitude = w.call("llvm.fabs.v\(w.lanes)f64", double, [(double, distance)])
            let isCenter = w.value("fcmp ole \(double) \(magnitude), \(constant(1.0 / 1024 as Double))")
            pixel = w.value("select \(mask) \(isCenter), \(double) \(nearest), \(double) \(below)")
            let part = w.value("fsub \(double) \(held), \(below)")
            let narrow = w.value("fptrunc \(double) \(part) to \(float)")
            let isOff = w.value("fcmp ogt \(double) \(magnitude), \(constant(1.0 / 1024 as Double))")
            let isBetween = w.value("and \(mask) \(isOff), \(isFinite)")
            fraction = w.value("select \(mask) \(isBetween), \(float) \(narrow), \(float) \(fraction)")
        }
        let offset = w.value("fsub \(double) \(pixel), \(bounds[2])")
        let shifted = w.value("fadd \(double) \(offset), \(whole)")
        let bits = w.value("bitcast \(double) \(shifted) to \(long)")
        let number = w.value("trunc \(long) \(bits) to \(int)")
        let place = w.value("select \(mask) \(isFinite), \(int) \(number), \(int) \(constant(-4))")
        return (place, fraction)
    }

    /// Byte offsets of places from the first readable pixel.
    private func offsets(_ code: PixelCode, _ column: String, _ row: String) -> String {
        let pitch = w.splat(w.value("sext i32 \(number(.bytesPerRow)) to i64"), "i64")
        let (wideColumn, wideRow) = (
            w.value("sext \(int) \(column) to \(long)"), w.value("sext \(int) \(row) to \(long)")
        )
        let rowBytes = w.value("mul nsw \(long) \(wideRow), \(pitch)")
        let size = w.splat(constant: "\(code.bytes)", "i64")
        let columnBytes = w.value("mul nsw \(long) \(wideColumn), \(size)")
        return w.value("add nsw \(long) \(rowBytes), \(columnBytes)")
    }

    /// The pixels at places, transparent outside.
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
        let raw = code.gather(base, offsets(code, safeColumn, safeRow), unrolled: false, w)
        return code.unpack(raw, w).map {
            w.value("select \(mask) \(inside), \(float) \($0), \(float) \(constant(0 as Float))")
        }
    }

    /// Bilinear between pixels that are all readable.
    private func mixInside(
        _ code: PixelCode, _ column: String, _ row: String, _ right: String, _ above: String
    ) -> [String] {
        let base = w.field("ptr", .base, of: "%image")
        let pitch = w.value("sext i32 \(number(.bytesPerRow)) to i64")
        let offsets = offsets(code, column, row)
        prefetch(base, pitch, offsets)
        if code.bytes == 16 { return mixWidePixels(code, base, pitch, offsets, right, above) }
        let next = w.value("getelementptr i8, ptr \(base), i64 \(pitch)")
        let taps = [base, next].flatMap { code.gatherPairs($0, offsets, w) }
        return mix(taps, right, above, code)
    }

    /// Fetches early what the blocks to come will read if places go on as they do in this one. A fetch never fails.
    private func prefetch(_ base: String, _ pitch: String, _ offsets: String) {
        let first = w.value("extractelement \(long) \(offsets), i64 0")
        let last = w.value("extractelement \(long) \(offsets), i64 \(w.lanes - 1)")
        let step = w.value("sub i64 \(last), \(first)")
        let distance = w.value("shl i64 \(step), 2")
        let ahead = w.value("add i64 \(last), \(distance)")
        let low = w.value("getelementptr i8, ptr \(base), i64 \(ahead)")
        let high = w.value("getelementptr i8, ptr \(low), i64 \(pitch)")
        for place in [low, high] {
            w.run("llvm.prefetch.p0", [("ptr", place), ("i32", "0"), ("i32", "3"), ("i32", "1")])
        }
    }

    /// Mixes four pixels: this one, the one to its right, and the two above.
    private func mix(_ taps: [[String]], _ right: String, _ above: String, _ code: PixelCode) -> [String] {
        let one = constant(1 as Float)
        let left = w.value("fsub \(float) \(one), \(right)")
        let below = w.value("fsub \(float) \(one), \(above)")
        // A pixel that has no share must not bring in its infinities; integers have none, and a product with zero adds nothing.
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

    /// Pixels of four floats are mixed one after the other, as one load brings a whole pixel.
    private func mixWidePixels(
        _ code: PixelCode, _ base: String, _ pitch: String, _ offsets: String, _ right: String, _ above: String
    ) -> [String] {
        let pixel = "<4 x float>"
        let (offsetSlot, rightSlot, aboveSlot) = (w.slot(long), w.slot(float), w.slot(float))
        let results = w.slot("[\(w.lanes) x \(pixel)]")
        w.line("store \(long) \(offsets), ptr \(offsetSlot)")
        w.line("store \(float) \(right), ptr \(rightSlot)")
        w.line("store \(float) \(above), ptr \(aboveSlot)")
        let (before, loop, after) = (w.newLabel("pixels"), w.newLabel("pixel"), w.newLabel("mixed"))
        w.start(before)
        let (lane, next) = (w.fresh(), w.fresh())
        w.start(loop)
        w.line("\(lane) = phi i64 [ 0, %\(before) ], [ \(next), %\(loop) ]")
        let offsetPlace = w.value("getelementptr i64, ptr \(offsetSlot), i64 \(lane)")
        let offset = w.value("load i64, ptr \(offsetPlace)")
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
        // The fourth channel, opaque, was mixed like the others.
        return code.format.layout == .rgbx ? channels : code.color(fromChannels: channels, w)
    }
}

extension PixelCode {
    /// The pixels at byte offsets from a pointer, and those to their right, as colours.
    func gatherPairs(_ pointer: String, _ offsets: String, _ w: FunctionWriter) -> [[String]] {
        guard isWord, bytes == 4 else {
            let right = w.value("getelementptr i8, ptr \(pointer), i64 \(bytes)")
            return [pointer, right].map { unpack(gather($0, offsets, unrolled: isWord, w), w) }
        }
        // Two pixels of four bytes are fetched as one integer.
        let pairs = Self.gather("i64", pointer, offsets, unrolled: true, w)
        let (pair, half) = ("<\(2 * w.lanes) x i32>", w.lanes)
        let halves = w.value("bitcast \(w.vector("i64")) \(pairs) to \(pair)")
        return (0..<2).map { side in
            let order = FunctionWriter.indices((0..<half).map { 2 * $0 + side })
            return unpack(
                .words(w.value("shufflevector \(pair) \(halves), \(pair) poison, <\(half) x i32> <\(order)>")), w)
        }
    }
}
