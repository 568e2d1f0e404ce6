import KernelLanguage

/// Sampling at whole-pixel distances from the current pixel, as most neighbourhood kernels do.
///
/// A block of pixels is then loaded as it is in memory, without computing each pixel's position.
extension KernelEmitter {
    /// The value of a register that holds a coordinate of the current pixel's centre plus a uniform distance.
    struct Displacement {
        var axis: Axis
        /// The name of the distance, a float value. Nil for no distance.
        var distance: String?

        enum Axis { case x, y }
    }

    /// Limits below which the sum of a centre and a distance is exact.
    private static let exactLimits = (place: 1 << 22, distance: 1 << 20)
    /// Maximum number of sampling instructions of an image for which this code is emitted. Beyond that, sampling
    /// functions are called.
    private static let maximumSamples = 128

    /// Records the displacements of an instruction's results, after it has been emitted.
    mutating func noteDisplacement(_ instruction: Instruction, _ operands: [CodeValue]) {
        let results = instruction.results.map(\.index)
        // A register in a stack slot may be written again.
        guard results.allSatisfy({ slots[$0] == nil }) else { return }
        switch instruction.opcode {
        case .destCoord:
            displacements[results[0]] = Displacement(axis: .x)
            displacements[results[1]] = Displacement(axis: .y)
        case .addFloat:
            for (center, distance) in [(0, 1), (1, 0)] where !operands[distance].isVector {
                guard let known = displacements[instruction.operands[center].index], known.distance == nil else {
                    continue
                }
                displacements[results[0]] = Displacement(axis: known.axis, distance: operands[distance].name)
            }
        case .subtractFloat where !operands[1].isVector:
            guard let known = displacements[instruction.operands[0].index], known.distance == nil else { return }
            let negative = writer.value("fneg float \(operands[1].name)")
            displacements[results[0]] = Displacement(axis: known.axis, distance: negative)
        default: break
        }
    }

    /// Emits a sample at two registers' position if that is a fixed distance from the current pixel. Returns nil if it
    /// isn't.
    ///
    /// Whether the distance is a whole number is tested at run time. `elsewhere` emits the code for other distances.
    mutating func sampleNeighbour(
        _ index: Int, _ instruction: Instruction, elsewhere: (inout Self) -> [String]
    ) -> [String]? {
        if isInterior, let distance = neighbourhood?.distances[instruction.results[0].index] {
            return interiorPixels(index, distance.columns, distance.rows)
        }
        let registers = instruction.operands
        guard tier == .optimized, layout.images[index].isAligned, samplingCounts[index] <= Self.maximumSamples,
            let x = displacements[registers[0].index], let y = displacements[registers[1].index], x.axis == .x,
            y.axis == .y
        else { return nil }
        let (columns, columnsAreWhole) = whole(x, from: column)
        let (rows, rowsAreWhole) = whole(y, from: row)
        let isWhole = writer.value("and i1 \(columnsAreWhole), \(rowsAreWhole)")
        let (near, far, after) = (writer.newLabel("neighbour"), writer.newLabel("between"), writer.newLabel("sampled"))
        writer.branch(isWhole, near, far, expect: true)
        writer.start(near)
        let found = alignedPixels(index, columns, rows)
        let nearEnd = writer.newLabel("neighbourEnd")
        writer.jump(nearEnd)
        writer.start(nearEnd)
        writer.jump(after)
        writer.start(far)
        let other = elsewhere(&self)
        let farEnd = writer.newLabel("betweenEnd")
        writer.jump(farEnd)
        writer.start(farEnd)
        writer.jump(after)
        writer.start(after)
        return zip(found, other).map {
            writer.value("phi \(writer.vector("float")) [ \($0), %\(nearEnd) ], [ \($1), %\(farEnd) ]")
        }
    }

    /// Returns a column or row at a distance, and whether the distance is a whole number and the addition is exact.
    private func whole(_ displacement: Displacement, from place: String) -> (place: String, isWhole: String) {
        func isWithin(_ number: String, _ limit: Int) -> String {
            let lifted = writer.value("add i64 \(number), \(limit)")
            return writer.value("icmp ult i64 \(lifted), \(2 * limit)")
        }
        let isNear = isWithin(place, Self.exactLimits.place)
        guard let distance = displacement.distance else { return (place, isNear) }
        let number = writer.call("llvm.fptosi.sat.i64.f32", "i64", [("float", distance)])
        let back = writer.value("sitofp i64 \(number) to float")
        let isInteger = writer.value("fcmp oeq float \(back), \(distance)")
        let isSmall = isWithin(number, Self.exactLimits.distance)
        let isExact = writer.value("and i1 \(isNear), \(isSmall)")
        return (writer.value("add i64 \(place), \(number)"), writer.value("and i1 \(isExact), \(isInteger)"))
    }

    /// Emits the loading of consecutive pixels of an aligned image, from a column and row of the result on.
    ///
    /// - Parameter prefetches: Whether to prefetch the pixels that are read two rows later. The rows of a tile are too
    ///   short for the processor to predict the next one.
    mutating func alignedPixels(_ index: Int, _ column: String, _ row: String, prefetches: Bool = false) -> [String] {
        if isInterior, neighbourhood?.reaches[index] != nil, column == self.column, row == self.row {
            return interiorPixels(index, 0, 0)
        }
        let image = image(index)
        let columnOffset = writer.field("i64", .columnOffset, of: image)
        let rowOffset = writer.field("i64", .rowOffset, of: image)
        let columns = writer.field("i64", .columns, of: image)
        let rows = writer.field("i64", .rows, of: image)
        let x = writer.value("add nsw i64 \(column), \(columnOffset)")
        let y = writer.value("add nsw i64 \(row), \(rowOffset)")
        // One unsigned comparison tests both bounds of the row, because negative numbers are large unsigned ones.
        let rowIsInside = writer.value("icmp ult i64 \(y), \(rows)")
        let end = writer.value("add nsw i64 \(x), \(lanes)")
        let startsInside = writer.value("icmp sge i64 \(x), 0")
        let endsInside = writer.value("icmp sle i64 \(end), \(columns)")
        let columnsAreInside = writer.value("and i1 \(startsInside), \(endsInside)")
        let isInside = writer.value("and i1 \(rowIsInside), \(columnsAreInside)")
        let isFast = writer.value("and i1 \(isInside), \(isWide)")
        let (fast, slow, after) = (writer.newLabel("inside"), writer.newLabel("edge"), writer.newLabel("read"))
        writer.branch(isFast, fast, slow, expect: true)

        writer.start(fast)
        let inside = loadedPixels(index, x, y, prefetches: prefetches)
        writer.jump(after)

        writer.start(slow)
        let function = edgeFunction(layout.images[index])
        let result = writer.value(
            "call \(writer.colorType) @\(function)(ptr \(image), i64 \(x), i64 \(y), \(writer.vector("i32")) \(laneIndices))"
        )
        let edge = writer.parts(ofColor: result)
        writer.jump(after)

        writer.start(after)
        return zip(inside, edge).map {
            writer.value("phi \(writer.vector("float")) [ \($0), %\(fast) ], [ \($1), %\(slow) ]")
        }
    }

    /// Emits the loading of consecutive pixels from position (x, y) on. All of them must be readable.
    private mutating func loadedPixels(_ index: Int, _ x: String, _ y: String, prefetches: Bool = false) -> [String] {
        let image = image(index)
        let code = pixels(layout.images[index].format)
        let base = writer.field("ptr", .base, of: image)
        let pitch = writer.field("i64", .bytesPerRow, of: image)
        let rowBytes = writer.value("mul nsw i64 \(y), \(pitch)")
        let columnBytes = writer.value("mul nsw i64 \(x), \(code.bytes)")
        let rowStart = writer.value("getelementptr i8, ptr \(base), i64 \(rowBytes)")
        let start = writer.value("getelementptr i8, ptr \(rowStart), i64 \(columnBytes)")
        if prefetches {
            let distance = writer.value("ashr i64 \(writer.field("i64", .bytesAhead, of: image)), 1")
            let ahead = writer.value("getelementptr i8, ptr \(start), i64 \(distance)")
            for line in stride(from: 0, to: lanes * code.bytes, by: 64) {
                // A prefetch never traps, whatever the address is.
                let place = writer.value("getelementptr i8, ptr \(ahead), i64 \(line)")
                writer.run("llvm.prefetch.p0", [("ptr", place), ("i32", "0"), ("i32", "3"), ("i32", "1")])
            }
        }
        return code.color(at: start, writer)
    }

    // MARK: Away from borders

    /// Emits the loading of the image's pixels at a constant distance from the block's. All of them must be readable.
    private mutating func interiorPixels(_ index: Int, _ columns: Int, _ rows: Int) -> [String] {
        let image = image(index)
        let place = writer.value("add nsw i64 \(column), \(writer.field("i64", .columnOffset, of: image))")
        let line = writer.value("add nsw i64 \(row), \(writer.field("i64", .rowOffset, of: image))")
        let x = writer.value("add nsw i64 \(place), \(columns)")
        let y = writer.value("add nsw i64 \(line), \(rows)")
        return loadedPixels(index, x, y)
    }

    /// Emits a test whether all pixels at the neighbourhood's known distances from the block are readable.
    mutating func isBlockInterior(_ neighbourhood: KernelNeighbourhood) -> String {
        var conditions = [isWide]
        for place in [column, row] {
            let lifted = writer.value("add i64 \(place), \(Self.exactLimits.place)")
            conditions.append(writer.value("icmp ult i64 \(lifted), \(2 * Self.exactLimits.place)"))
        }
        for (index, reach) in neighbourhood.reaches.enumerated() {
            guard let reach else { continue }
            let image = image(index)
            let directions = [
                (column, KernelFrame.ImageField.columnOffset, KernelFrame.ImageField.columns, reach.columns, lanes),
                (row, .rowOffset, .rows, reach.rows, 1),
            ]
            for (place, offset, count, reach, length) in directions {
                let moved = writer.value("add nsw i64 \(place), \(writer.field("i64", offset, of: image))")
                let first = writer.value("add nsw i64 \(moved), \(reach.lowerBound)")
                let end = writer.value("add nsw i64 \(moved), \(reach.upperBound + length)")
                conditions.append(writer.value("icmp sge i64 \(first), 0"))
                conditions.append(writer.value("icmp sle i64 \(end), \(writer.field("i64", count, of: image))"))
            }
        }
        return conditions.dropFirst().reduce(conditions[0]) { writer.value("and i1 \($0), \($1)") }
    }
}
