import KernelLanguage

/// Samples at whole numbers of pixels from the current one, which most kernels of neighbourhoods take: a block of pixels is read as it lies
/// in memory, instead of finding each pixel's place.
extension KernelEmitter {
    /// What a register holds: a coordinate of the current pixel's centre, and a number, the same for all pixels, added to it.
    struct Displacement {
        var axis: Axis
        /// The name of the float; nil for nothing.
        var distance: String?

        enum Axis { case x, y }
    }

    /// Centres and distances up to here are added without rounding.
    private static let farthest = (place: 1 << 22, distance: 1 << 20)
    /// An image that is sampled in more places is sampled by calls.
    private static let mostPlaces = 128

    /// Keeps in mind what an instruction's results are, when it has been written.
    mutating func noteDisplacement(_ instruction: Instruction, _ operands: [CodeValue]) {
        let results = instruction.results.map(\.index)
        // A place in memory may be written again.
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
            let negative = w.value("fneg float \(operands[1].name)")
            displacements[results[0]] = Displacement(axis: known.axis, distance: negative)
        default: break
        }
    }

    /// The image where two registers say, if that is a fixed distance from the current pixel; nil where it isn't.
    ///
    /// Whether the distance is whole is seen when the code runs; `elsewhere` writes what is to be done if not.
    mutating func sampleNeighbour(
        _ index: Int, _ instruction: Instruction, elsewhere: (inout Self) -> [String]
    ) -> [String]? {
        if isInterior, let distance = neighbourhood?.distances[instruction.results[0].index] {
            return interiorPixels(index, distance.columns, distance.rows)
        }
        let registers = instruction.operands
        guard layout.images[index].isAligned, samplingCounts[index] <= Self.mostPlaces,
            let x = displacements[registers[0].index], let y = displacements[registers[1].index], x.axis == .x,
            y.axis == .y
        else { return nil }
        let (columns, columnsAreWhole) = whole(x, from: column)
        let (rows, rowsAreWhole) = whole(y, from: row)
        let isWhole = w.value("and i1 \(columnsAreWhole), \(rowsAreWhole)")
        let (near, far, after) = (w.newLabel("neighbour"), w.newLabel("between"), w.newLabel("sampled"))
        w.branch(isWhole, near, far, expect: true)
        w.start(near)
        let found = alignedPixels(index, columns, rows)
        let nearEnd = w.newLabel("neighbourEnd")
        w.jump(nearEnd)
        w.start(nearEnd)
        w.jump(after)
        w.start(far)
        let other = elsewhere(&self)
        let farEnd = w.newLabel("betweenEnd")
        w.jump(farEnd)
        w.start(farEnd)
        w.jump(after)
        w.start(after)
        return zip(found, other).map {
            w.value("phi \(w.vector("float")) [ \($0), %\(nearEnd) ], [ \($1), %\(farEnd) ]")
        }
    }

    /// A column or row at a distance, and whether the distance is a whole number and adding it was exact.
    private func whole(_ displacement: Displacement, from place: String) -> (place: String, isWhole: String) {
        func isWithin(_ number: String, _ limit: Int) -> String {
            let lifted = w.value("add i64 \(number), \(limit)")
            return w.value("icmp ult i64 \(lifted), \(2 * limit)")
        }
        let isNear = isWithin(place, Self.farthest.place)
        guard let distance = displacement.distance else { return (place, isNear) }
        let number = w.call("llvm.fptosi.sat.i64.f32", "i64", [("float", distance)])
        let back = w.value("sitofp i64 \(number) to float")
        let isInteger = w.value("fcmp oeq float \(back), \(distance)")
        let isSmall = isWithin(number, Self.farthest.distance)
        let isExact = w.value("and i1 \(isNear), \(isSmall)")
        return (w.value("add i64 \(place), \(number)"), w.value("and i1 \(isExact), \(isInteger)"))
    }

    /// Pixels next to each other of an image whose pixels lie where the result's do, from a column and a row of the result on.
    ///
    /// - Parameter rowsAhead: how far above these pixels others are fetched into the cache: a tile's rows are too short for the processor to
    ///   foresee the next one. 0 for none.
    mutating func alignedPixels(_ index: Int, _ column: String, _ row: String, rowsAhead: Int = 0) -> [String] {
        if isInterior, neighbourhood?.reaches[index] != nil, column == self.column, row == self.row {
            return interiorPixels(index, 0, 0)
        }
        let image = image(index)
        let columnOffset = w.field("i64", .columnOffset, of: image)
        let rowOffset = w.field("i64", .rowOffset, of: image)
        let columns = w.field("i64", .columns, of: image)
        let rows = w.field("i64", .rows, of: image)
        let x = w.value("add nsw i64 \(column), \(columnOffset)")
        let y = w.value("add nsw i64 \(row), \(rowOffset)")
        // Three comparisons in two: negative numbers are large unsigned ones.
        let rowIsInside = w.value("icmp ult i64 \(y), \(rows)")
        let end = w.value("add nsw i64 \(x), \(lanes)")
        let startsInside = w.value("icmp sge i64 \(x), 0")
        let endsInside = w.value("icmp sle i64 \(end), \(columns)")
        let columnsAreInside = w.value("and i1 \(startsInside), \(endsInside)")
        let isInside = w.value("and i1 \(rowIsInside), \(columnsAreInside)")
        let isFast = w.value("and i1 \(isInside), \(isWide)")
        let (fast, slow, after) = (w.newLabel("inside"), w.newLabel("edge"), w.newLabel("read"))
        w.branch(isFast, fast, slow, expect: true)

        w.start(fast)
        let inside = loadedPixels(index, x, y, rowsAhead: rowsAhead)
        w.jump(after)

        w.start(slow)
        let function = edgeFunction(layout.images[index])
        let result = w.value(
            "call \(w.colorType) @\(function)(ptr \(image), i64 \(x), i64 \(y), \(w.vector("i32")) \(laneIndices))")
        let edge = w.parts(ofColor: result)
        w.jump(after)

        w.start(after)
        return zip(inside, edge).map {
            w.value("phi \(w.vector("float")) [ \($0), %\(fast) ], [ \($1), %\(slow) ]")
        }
    }

    /// Pixels next to each other in memory, from place (x, y) on, which all are readable.
    private mutating func loadedPixels(_ index: Int, _ x: String, _ y: String, rowsAhead: Int = 0) -> [String] {
        let image = image(index)
        let code = pixels(layout.images[index].format)
        let base = w.field("ptr", .base, of: image)
        let pitch = w.field("i64", .bytesPerRow, of: image)
        let rowBytes = w.value("mul nsw i64 \(y), \(pitch)")
        let columnBytes = w.value("mul nsw i64 \(x), \(code.bytes)")
        let rowStart = w.value("getelementptr i8, ptr \(base), i64 \(rowBytes)")
        let start = w.value("getelementptr i8, ptr \(rowStart), i64 \(columnBytes)")
        if rowsAhead > 0 {
            let distance = w.value("mul nsw i64 \(pitch), \(rowsAhead)")
            let ahead = w.value("getelementptr i8, ptr \(start), i64 \(distance)")
            for line in stride(from: 0, to: lanes * code.bytes, by: 64) {
                // A fetch never fails, wherever it goes.
                let place = w.value("getelementptr i8, ptr \(ahead), i64 \(line)")
                w.run("llvm.prefetch.p0", [("ptr", place), ("i32", "0"), ("i32", "3"), ("i32", "1")])
            }
        }
        return code.unpack(code.load(start, w), w)
    }

    // MARK: Away from borders

    /// The image's pixels at a constant distance from the block's, all of which are readable.
    private mutating func interiorPixels(_ index: Int, _ columns: Int, _ rows: Int) -> [String] {
        let image = image(index)
        let place = w.value("add nsw i64 \(column), \(w.field("i64", .columnOffset, of: image))")
        let line = w.value("add nsw i64 \(row), \(w.field("i64", .rowOffset, of: image))")
        let x = w.value("add nsw i64 \(place), \(columns)")
        let y = w.value("add nsw i64 \(line), \(rows)")
        return loadedPixels(index, x, y)
    }

    /// Whether all pixels that the block is known to read are readable.
    mutating func isBlockInterior(_ neighbourhood: KernelNeighbourhood) -> String {
        var conditions = [isWide]
        for place in [column, row] {
            let lifted = w.value("add i64 \(place), \(Self.farthest.place)")
            conditions.append(w.value("icmp ult i64 \(lifted), \(2 * Self.farthest.place)"))
        }
        for (index, reach) in neighbourhood.reaches.enumerated() {
            guard let reach else { continue }
            let image = image(index)
            let directions = [
                (column, KernelFrame.ImageField.columnOffset, KernelFrame.ImageField.columns, reach.columns, lanes),
                (row, .rowOffset, .rows, reach.rows, 1),
            ]
            for (place, offset, count, reach, length) in directions {
                let moved = w.value("add nsw i64 \(place), \(w.field("i64", offset, of: image))")
                let first = w.value("add nsw i64 \(moved), \(reach.lowerBound)")
                let end = w.value("add nsw i64 \(moved), \(reach.upperBound + length)")
                conditions.append(w.value("icmp sge i64 \(first), 0"))
                conditions.append(w.value("icmp sle i64 \(end), \(w.field("i64", count, of: image))"))
            }
        }
        return conditions.dropFirst().reduce(conditions[0]) { w.value("and i1 \($0), \($1)") }
    }
}
