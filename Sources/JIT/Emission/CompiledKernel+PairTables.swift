import ImageGraph
import Pixels

/// What a kernel knows about the tables for its last arguments and alphas.
struct PairTablesState {
    /// The last arguments and alphas; nil if there were none.
    var key: TabulatedPairs.Key?
    /// The number of pixels that were requested with this key, until there are tables.
    var pixelCount = 0
    /// Whether a thread makes the tables. Others use the ordinary code meanwhile.
    var isBeingMade = false
    /// The tables, once they are made.
    var tables: TabulatedPairs?
}

extension CompiledKernel {
    /// Returns the tables for some arguments and for the alphas that most pixels of a region have, or nil if there are
    /// none. They are made when so many pixels have been requested that it is worthwhile.
    ///
    /// - Parameter base: A frame, of which only the inputs are filled. Other fields are changed.
    func tabulatedPairs(
        _ base: UnsafeMutableRawPointer, _ arguments: KernelArguments, _ images: [SamplerBinding],
        _ geometries: UnsafeBufferPointer<SamplerGeometry>, _ region: PixelRect
    ) throws -> TabulatedPairs? {
        guard hasPairTables, let alphas = commonAlphas(images, geometries, region) else { return nil }
        let key = TabulatedPairs.Key(arguments: arguments.components.joined().map(\.bitPattern), alphas: alphas)
        let (known, isWorthwhile) = pairTables.withLock { state in
            if state.key != key { state = PairTablesState(key: key) }
            state.pixelCount += region.area
            let isWorthwhile =
                state.tables == nil && !state.isBeingMade && state.pixelCount >= PairTables.minimumPixels
            if isWorthwhile { state.isBeingMade = true }
            return (state.tables, isWorthwhile)
        }
        guard isWorthwhile else { return known }
        let made = Result { try madePairs(base, key) }
        pairTables.withLock { state in
            guard state.key == key else { return }
            state.isBeingMade = false
            state.tables = try? made.get()
        }
        return try made.get()
    }

    /// Returns the alphas at a region's centre in both pictures, if three in four pixels of a grid have the same ones;
    /// otherwise nil.
    private func commonAlphas(
        _ images: [SamplerBinding], _ geometries: UnsafeBufferPointer<SamplerGeometry>, _ region: PixelRect
    ) -> [UInt8]? {
        let side = 3
        func alphas(_ column: Int, _ row: Int) -> [UInt8]? {
            let x = region.x + region.width * (2 * column + 1) / (2 * side)
            let y = region.y + region.height * (2 * row + 1) / (2 * side)
            var found: [UInt8] = []
            for index in images.indices {
                let place = Self.place(of: images[index])
                let (column, row) = (x + place.column, y + place.row)
                let readable = geometries[index].readable
                guard readable.x..<readable.maxX ~= column, readable.y..<readable.maxY ~= row else { return nil }
                found.append(images[index].pixels.pixel(column, row).load(fromByteOffset: 3, as: UInt8.self))
            }
            return found
        }
        guard let center = alphas(side / 2, side / 2) else { return nil }
        let same = (0..<side * side).count { alphas($0 % side, $0 / side) == center }
        return 4 * same >= 3 * side * side ? center : nil
    }

    /// Makes tables with the kernel itself. Throws if the rendering is stopped.
    private func madePairs(_ base: UnsafeMutableRawPointer, _ key: TabulatedPairs.Key) throws -> TabulatedPairs {
        let meter = WorkMeter.current
        let count = PairTables.valueCount
        let rowBytes = 4 * count
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: (2 + count) * rowBytes, alignment: 64)
        defer { memory.deallocate() }
        let results = UnsafeMutableRawBufferPointer(rebasing: memory[(2 * rowBytes)...])
        func fillRow(_ row: Int, _ value: (Int) -> Int) {
            for column in 0..<count {
                let pixel = UInt32(key.alphas[row]) << 24 | UInt32(value(column)) * 0x01_0101
                memory.storeBytes(of: pixel, toByteOffset: row * rowBytes + 4 * column, as: UInt32.self)
            }
        }
        for (field, value) in [
            (KernelFrame.Field.x, 0), (.y, 0), (.width, count), (.height, 1), (.outputBytesPerRow, rowBytes),
            (.pairs, 0),
        ] { store(value, base, at: field.offset) }
        for (row, index) in [PairTables.pictures.first, PairTables.pictures.second].enumerated() {
            let image = base + frame.offset(ofImage: index)
            for (field, value) in [
                (KernelFrame.ImageField.base, Int(bitPattern: memory.baseAddress) + row * rowBytes),
                (.bytesPerRow, rowBytes), (.columns, count), (.rows, 1), (.left, 0), (.right, count - 1), (.bottom, 0),
                (.top, 0), (.columnOffset, 0), (.rowOffset, 0),
            ] { store(value, image, at: field.offset) }
        }
        fillRow(0) { $0 }
        for value in 0..<count {
            try meter?.check()
            fillRow(1) { _ in value }
            let result = Int(bitPattern: results.baseAddress) + value * rowBytes
            store(result, base, at: KernelFrame.Field.output.offset)
            // A kernel with tables has no loops, so it can't fail.
            _ = function(base)
        }
        return TabulatedPairs(key, results: UnsafeRawBufferPointer(results))
    }
}
