import Pixels

/// Sampling of aligned images without interpolation, where floats hold all positions exactly.
///
/// The results are those of `SamplerAxis.locate`, with half as wide vectors.
extension SamplingEmitter {
    /// Emits the reading of the pixels that contain points of working space.
    ///
    /// - Parameter hasRow: Whether %y is one number for all points.
    func writeNear(
        _ code: PixelEmitter, clamps: Bool, hasRow: Bool, instructions: any ProcessorInstructions
    ) {
        let column = near("%x", .columns, clamps: clamps, isVector: true)
        let row = near("%y", .rows, clamps: clamps, isVector: !hasRow)
        if hasRow && PixelEmitter.isTransparentIfZero(code.format) {
            read(code, column, ofRow: row, instructions)
        } else {
            writer.returnColor(read(code, column, hasRow ? writer.splat(row, "i32") : row))
        }
    }

    /// Returns the index of the pixel that contains a coordinate, counted from the first readable pixel.
    private func near(
        _ coordinate: String, _ axis: KernelFrame.ImageAxis, clamps: Bool, isVector: Bool
    ) -> String {
        let (float, int) = isVector ? (writer.vector("float"), writer.vector("i32")) : ("float", "i32")
        func all(_ number: String, _ type: String) -> String { isVector ? writer.splat(number, type) : number }
        let distance = writer.field("double", axis.distance, of: "%image")
        func bound(_ field: KernelFrame.ImageField) -> String {
            let moved = writer.value("fsub double \(writer.field("double", field, of: "%image")), \(distance)")
            return writer.value("fptrunc double \(moved) to float")
        }
        let (low, high, first) = (bound(axis.low), bound(axis.high), bound(axis.base))
        let mask = isVector ? writer.vector("i1") : "i1"
        func select(_ condition: String, _ a: String, _ b: String, _ type: String) -> String {
            writer.value("select \(mask) \(condition), \(type) \(a), \(type) \(b)")
        }
        let (lowest, highest) = (all(low, "float"), all(high, "float"))
        let isHigher = writer.value("fcmp ogt \(float) \(coordinate), \(lowest)")
        let lifted = select(isHigher, coordinate, lowest, float)
        let isLower = writer.value("fcmp olt \(float) \(lifted), \(highest)")
        let held = select(isLower, lifted, highest, float)
        let pixel = writer.call("llvm.floor.\(isVector ? "v\(writer.lanes)" : "")f32", float, [(float, held)])
        let number = writer.value("fptosi \(float) \(pixel) to \(int)")
        let place = writer.value("sub \(int) \(number), \(all(writer.value("fptosi float \(first) to i32"), "i32"))")
        guard clamps else { return place }
        let rest = writer.value("fsub \(float) \(coordinate), \(coordinate)")
        let isFinite = writer.value("fcmp oeq \(float) \(rest), zeroinitializer")
        return select(isFinite, place, isVector ? writer.splat(constant: "-4", "i32") : "-4", int)
    }

    /// Returns the pixels of one row at columns. Pixels outside are transparent black.
    private func read(
        _ code: PixelEmitter, _ column: String, ofRow row: String, _ instructions: any ProcessorInstructions
    ) {
        let (int, mask) = (writer.vector("i32"), writer.vector("i1"))
        let wideRow = writer.value("sext i32 \(row) to i64")
        let rowIsInside = writer.value("icmp ult i64 \(wideRow), \(writer.field("i64", .rows, of: "%image"))")
        let columnCount = writer.value("trunc i64 \(writer.field("i64", .columns, of: "%image")) to i32")
        // In a row outside the image, no column is inside.
        let limit = writer.value("select i1 \(rowIsInside), i32 \(columnCount), i32 0")
        let isInside = writer.value("icmp ult \(int) \(column), \(writer.splat(limit, "i32"))")
        if instructions.hasByteTables {
            let table = writer.field("ptr", .rowTable, of: "%image")
            let (tabulated, gathered) = (writer.newLabel("tabulated"), writer.newLabel("gathered"))
            writer.branch(writer.value("icmp ne ptr \(table), null"), tabulated, gathered)
            writer.start(tabulated)
            let bytes = RowTable.bytes(table, column, isInside: isInside, instructions, writer)
            writer.returnColor(code.unpack(.channels(bytes), writer))
            writer.start(gathered)
        }
        let safeRow = writer.value("select i1 \(rowIsInside), i64 \(wideRow), i64 0")
        let rowBytes = writer.value("mul i64 \(safeRow), \(writer.field("i64", .bytesPerRow, of: "%image"))")
        let base = writer.field("ptr", .base, of: "%image")
        let start = writer.value("getelementptr i8, ptr \(base), i64 \(rowBytes)")
        let addresses = writer.value("getelementptr i32, ptr \(start), \(int) \(column)")
        let words = writer.call(
            "llvm.masked.gather.v\(writer.lanes)i32.v\(writer.lanes)p0", int,
            [
                (writer.vector("ptr"), addresses), ("i32", "1"), (mask, isInside),
                (int, writer.splat(constant: "0", "i32")),
            ])
        writer.returnColor(code.unpack(.words(words), writer))
    }
}

extension PixelEmitter {
    /// Whether a pixel of a format is a 32-bit word that is transparent black if it is 0.
    static func isTransparentIfZero(_ format: PixelFormat) -> Bool {
        guard format.bytesPerPixel == 4, format.component == .uint8 else { return false }
        switch format.layout {
        case .rgba, .bgra, .argb, .abgr: return true
        default: return false
        }
    }
}
