import DeviceKernels
import ImageGraph

/// Emits code that samples an image at one point, with the arithmetic of `SamplerAxis` and `SamplerView`.
///
/// Whatever the coordinates are, an address is only computed from a position that was compared with the numbers of
/// readable columns and rows.
struct DeviceSampling {
    let writer: FunctionWriter
    let layout: ImageLayout
    /// How the image's pixels are accessed.
    let coding: DevicePixelCoding
    /// The address of the image's fields.
    let image: String

    private typealias Field = ParameterBlockLayout.ImageField

    /// The fields of one of the image's axes.
    private struct Axis {
        var low: Field
        var high: Field
        var base: Field

        static let columns = Axis(low: .lowX, high: .highX, base: .baseX)
        static let rows = Axis(low: .lowY, high: .highY, base: .baseY)
    }

    private var clamps: Bool { layout.wrap == .clamp }
    private var color: String { "<4 x float>" }
    /// A position outside every image.
    private var nowhere: String { "-4" }

    private func double(_ field: Field) -> String { writer.blockField("double", field, of: image) }

    private func long(_ field: Field) -> String { writer.blockField("i64", field, of: image) }

    // MARK: Whole samples

    /// Emits the body of a function that returns the image's colour at the position (%x, %y) in pixel space.
    func writeFunction() {
        let result: String
        switch layout.interpolation {
        case .nearest: result = read(locateNearest("%x", .columns), locateNearest("%y", .rows))
        case .linear: result = mixture(locate("%x", .columns), locate("%y", .rows))
        }
        writer.end("ret \(color) \(result)")
    }

    /// Emits the reading of the pixel of an aligned image at a pixel of working space (i64).
    func writePixel(column: String, row: String) -> String {
        read(
            place(column, .columnOffset, .columns, (.left, .right)), place(row, .rowOffset, .rows, (.bottom, .top)))
    }

    /// Returns the position of an aligned image's pixel (i32). Far outside the image, all positions give the same
    /// result.
    private func place(
        _ position: String, _ offset: Field, _ count: Field, _ edges: (first: Field, last: Field)
    ) -> String {
        let moved = writer.value("add i64 \(position), \(long(offset))")
        let lifted = writer.integerIntrinsic("smax", "i64", moved, "-64")
        let limit = writer.value("add i64 \(long(count)), 64")
        var held = writer.integerIntrinsic("smin", "i64", lifted, limit)
        if clamps {
            held = writer.integerIntrinsic("smax", "i64", held, long(edges.first))
            held = writer.integerIntrinsic("smin", "i64", held, long(edges.last))
        }
        return writer.value("trunc i64 \(held) to i32")
    }

    // MARK: Positions

    /// Clamps a coordinate to the axis's bounds. NaN becomes the lower bound.
    private func limited(_ coordinate: String, _ axis: Axis) -> String {
        let (low, high) = (double(axis.low), double(axis.high))
        let isHigher = writer.value("fcmp ogt double \(coordinate), \(low)")
        let lifted = writer.value("select i1 \(isHigher), double \(coordinate), double \(low)")
        let isLower = writer.value("fcmp olt double \(lifted), \(high)")
        return writer.value("select i1 \(isLower), double \(lifted), double \(high)")
    }

    private func isFinite(_ coordinate: String) -> String {
        let rest = writer.value("fsub double \(coordinate), \(coordinate)")
        return writer.value("fcmp oeq double \(rest), \(FunctionWriter.double(0))")
    }

    /// Returns a position, or one outside every image if the image is clamped and the coordinate isn't finite.
    private func finite(_ place: String, _ coordinate: String) -> String {
        guard clamps else { return place }
        return writer.value("select i1 \(isFinite(coordinate)), i32 \(place), i32 \(nowhere)")
    }

    /// Emits `SamplerAxis.locate` without interpolation.
    private func locateNearest(_ coordinate: String, _ axis: Axis) -> String {
        let held = limited(coordinate, axis)
        let whole = FunctionWriter.double(0x1.8p52)
        let raised = writer.value("fadd double \(held), \(whole)")
        let nearest = writer.value("fsub double \(raised), \(whole)")
        let isAbove = writer.value("fcmp ogt double \(nearest), \(held)")
        let less = writer.value("fsub double \(nearest), \(FunctionWriter.double(1))")
        let pixel = writer.value("select i1 \(isAbove), double \(less), double \(nearest)")
        let offset = writer.value("fsub double \(pixel), \(double(axis.base))")
        let shifted = writer.value("fadd double \(offset), \(whole)")
        let bits = writer.value("bitcast double \(shifted) to i64")
        return finite(writer.value("trunc i64 \(bits) to i32"), coordinate)
    }

    /// Emits `SamplerAxis.locate` with interpolation. Returns the index of a readable pixel (i32), and the fraction of
    /// the way to the next one (float).
    private func locate(_ coordinate: String, _ axis: Axis) -> (place: String, fraction: String) {
        let raised = writer.value("fadd double \(limited(coordinate, axis)), \(double(axis.base))")
        let bits = writer.value("bitcast double \(raised) to i64")
        let high = writer.value("lshr i64 \(bits), \(SamplerAxis.fractionBits)")
        let number = writer.value("trunc i64 \(high) to i32")
        let place = writer.value("sub i32 \(number), \(SamplerAxis.originPlace)")
        let low = writer.value("trunc i64 \(bits) to i32")
        let part = writer.value("and i32 \(low), \(1 << SamplerAxis.fractionBits - 1)")
        var isOff = writer.value("icmp ugt i32 \(part), \(2 * SamplerAxis.reach)")
        if clamps { isOff = writer.value("and i1 \(isOff), \(isFinite(coordinate))") }
        let distance = writer.value("sub i32 \(part), \(SamplerAxis.reach)")
        let count = writer.value("sitofp i32 \(distance) to float")
        let unit = Float(sign: .plus, exponent: -SamplerAxis.fractionBits, significand: 1)
        let share = writer.value("fmul float \(count), \(FunctionWriter.float(unit))")
        let fraction = writer.value("select i1 \(isOff), float \(share), float \(FunctionWriter.float(0))")
        return (finite(place, coordinate), fraction)
    }

    // MARK: Pixels

    /// Reads the pixel at a position (i32). Pixels outside are transparent black.
    private func read(_ column: String, _ row: String) -> String {
        let (wideColumn, wideRow) = (
            writer.value("sext i32 \(column) to i64"), writer.value("sext i32 \(row) to i64")
        )
        let isInColumns = writer.value("icmp ult i64 \(wideColumn), \(long(.columns))")
        let isInRows = writer.value("icmp ult i64 \(wideRow), \(long(.rows))")
        let isInside = writer.value("and i1 \(isInColumns), \(isInRows)")
        let safeColumn = writer.value("select i1 \(isInside), i64 \(wideColumn), i64 0")
        let safeRow = writer.value("select i1 \(isInside), i64 \(wideRow), i64 0")
        let rowBytes = writer.value("mul i64 \(safeRow), \(long(.bytesPerRow))")
        let columnBytes = writer.value("shl i64 \(safeColumn), \(coding.sizeExponent)")
        let start = writer.value("add i64 \(long(.base)), \(rowBytes)")
        let address = writer.value("add i64 \(start), \(columnBytes)")
        return DevicePixelEmitter(writer: writer, coding: coding).load(address, isVisible: isInside)
    }

    /// Interpolates between four pixels: the one at a position, the one to its right, and the two above them.
    private func mixture(
        _ column: (place: String, fraction: String), _ row: (place: String, fraction: String)
    ) -> String {
        let nextColumn = writer.value("add i32 \(column.place), 1")
        let nextRow = writer.value("add i32 \(row.place), 1")
        let right = share(column.fraction)
        let low = mix(read(column.place, row.place), read(nextColumn, row.place), right)
        let high = mix(read(column.place, nextRow), read(nextColumn, nextRow), right)
        return mix(low, high, share(row.fraction))
    }

    /// The weights of two pixels in every component, and whether the second has none.
    private typealias Share = (second: String, first: String, isNone: String)

    private func share(_ fraction: String) -> Share {
        let rest = writer.value("fsub float \(FunctionWriter.float(1)), \(fraction)")
        let isNone = writer.value("fcmp oeq float \(fraction), \(FunctionWriter.float(0))")
        return (inEveryComponent(fraction), inEveryComponent(rest), isNone)
    }

    private func inEveryComponent(_ number: String) -> String {
        let first = writer.value("insertelement \(color) poison, float \(number), i64 0")
        return writer.value("shufflevector \(color) \(first), \(color) poison, <4 x i32> zeroinitializer")
    }

    private func mix(_ a: String, _ b: String, _ share: Share) -> String {
        let first = writer.value("fmul \(color) \(a), \(share.first)")
        let second = writer.value("fmul \(color) \(b), \(share.second)")
        let sum = writer.value("fadd \(color) \(first), \(second)")
        // An infinite value times a weight of 0 is NaN, so a pixel with weight 0 must be skipped.
        return writer.value("select i1 \(share.isNone), \(color) \(a), \(color) \(sum)")
    }
}
