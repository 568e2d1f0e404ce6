import Foundation
import Pixels
import TestSupport
import Testing

@testable import ImageGraph
@testable import JIT

/// Operators on bytes and half floats against the portable operators on the same values as floats, whose oracles are
/// formulas, and averages of bytes against their formula.
@Suite("Operators that read pixels as they are stored", .needsCodeGeneration)
struct StoredPixelOperatorTests {
    /// A picture of random bytes with unused bytes behind each row, stored from the top down or upwards.
    private struct Picture {
        let view: PixelView
        private let memory: Memory

        private final class Memory {
            let bytes: UnsafeMutableRawBufferPointer
            init(_ count: Int) { bytes = .allocate(byteCount: count, alignment: 1) }
            deinit { bytes.deallocate() }
        }

        init(_ bounds: PixelRect, _ format: PixelFormat, _ random: inout SeededGenerator) {
            let rowBytes = format.bytesPerPixel * bounds.width + 12
            memory = Memory(rowBytes * bounds.height)
            for index in memory.bytes.indices { memory.bytes[index] = .random(in: 0...255, using: &random) }
            let start = memory.bytes.baseAddress!
            view =
                Bool.random(using: &random)
                ? PixelView(topLeft: start, bounds: bounds, format: format, bytesPerRow: rowBytes, keeping: memory)
                : PixelView(bounds: bounds, format: format, base: start, bytesPerRow: rowBytes, keeping: memory)
        }

        /// The same values as floats.
        var floats: Raster {
            let raster = Raster(bounds: view.bounds)
            view.unpack(into: raster)
            return raster
        }

        var bytes: [UInt8] { Array(memory.bytes) }

        func fill(_ value: UInt8) { memory.bytes.initializeMemory(as: UInt8.self, repeating: value) }

        /// Makes all pixels transparent except some random ones.
        func keepRed(of count: Int, _ random: inout SeededGenerator) {
            fill(0)
            for _ in 0..<count {
                let x = Int.random(in: view.bounds.x..<view.bounds.maxX, using: &random)
                let y = Int.random(in: view.bounds.y..<view.bounds.maxY, using: &random)
                view.pixel(x, y).storeBytes(of: .random(in: 1...UInt32.max, using: &random), as: UInt32.self)
            }
        }
    }

    private static let formats = PixelFormat.all.filter(\.isFourBytes)

    @Test("are tested with all formats of four bytes with alpha")
    func formats() { #expect(Set(Self.formats.map(\.name)) == ["RGBA8", "BGRA8", "ARGB8", "ABGR8"]) }

    private static func extremum(_ seed: Int, _ random: inout SeededGenerator) -> any NativeOperator {
        let extremum: Extremum = seed.isMultiple(of: 2) ? .minimum : .maximum
        switch seed % 3 {
        case 0:
            return LineExtremum(
                name: "test", input: .empty, axis: seed % 4 < 2 ? .horizontal : .vertical, extremum: extremum,
                reach: Int.random(in: 1...30, using: &random))
        case 1:
            let radius = Double.random(in: 1...12, using: &random)
            return DiscExtremum(name: "test", input: .empty, extremum: extremum, radius: radius)
        default:
            let offsets = (0..<Int.random(in: 1...20, using: &random)).map { _ in
                PixelOffset(column: .random(in: -9...9, using: &random), row: .random(in: -9...9, using: &random))
            }
            return ShiftedExtremum(name: "test", layers: [.init(.empty, offsets: offsets)], extremum: extremum)
        }
    }

    @Test(
        "Extremes are those of floats, and the bytes around the result stay",
        arguments: OperatorFunctions.testProcessors)
    func extremes(processor: TargetProcessor) throws {
        let code = try OperatorFunctions.forTests(processor)
        for seed in 0..<120 {
            var random = SeededGenerator(seed: UInt64(seed))
            let format = Self.formats[seed / 3 % Self.formats.count]
            let portable = Self.extremum(seed, &random)
            let operation = try #require(try code.accelerated(portable) as? any StoredPixelOperator)
            #expect(operation.resultFormat(reading: format) == format)
            let image = Picture(.random(around: 0, using: &random), format, &random)
            let region = PixelRect.random(around: 0, using: &random)
            let result = Picture(region.outset(by: 3), format, &random)
            let before = result.bytes
            try operation.render(stored: [image.view], region: region, into: result.view.window(region))

            let expected = Raster(bounds: region)
            try portable.render(inputs: [image.floats], region: region, into: expected)
            #expect(result.floats.copy(of: region).bits == expected.bits, "seed \(seed), \(portable)")
            let frame = result.floats
            frame.fill(region, with: .zero)
            let untouched = Raster(bounds: result.view.bounds)
            Self.unpack(before, like: result.view, into: untouched)
            untouched.fill(region, with: .zero)
            #expect(frame.bits == untouched.bits, "seed \(seed)")
        }
    }

    @Test("Reductions are those of floats; sums are exact to a double", arguments: OperatorFunctions.testProcessors)
    func reductions(processor: TargetProcessor) throws {
        let code = try OperatorFunctions.forTests(processor)
        let quantities: [ReductionQuantity] = [
            .sum, .minimum, .maximum, .extremes, .sumAndMaximum, .histogram(bins: 7), .histogram(bins: 256), .redBounds,
        ]
        for seed in 0..<160 {
            var random = SeededGenerator(seed: UInt64(seed))
            let quantity = quantities[seed % quantities.count]
            let format = Self.formats[seed / quantities.count % Self.formats.count]
            let image = Picture(.random(around: 0, using: &random), format, &random)
            if quantity == .redBounds { image.keepRed(of: 3, &random) }
            let area = PixelRect.random(around: 0, using: &random)
            // Sums over cells that are one pixel wide use separate code.
            let width = seed % 40 == 0 ? 1 : Int.random(in: 1...60, using: &random)
            let portable = BlockReduction(
                quantity, of: .empty, area: area, blockWidth: width, blockHeight: .random(in: 1...20, using: &random))
            let operation = try #require((try code.accelerated(portable) ?? portable) as? any StoredPixelOperator)
            #expect(operation.resultFormat(reading: format) == .RGBAf)
            let region = PixelRect(enclosing: portable.extent)
            let (expected, result) = (Raster(bounds: region), Raster.framed(region))
            try portable.render(inputs: [image.floats], region: region, into: expected)
            try operation.render(stored: [image.view], region: region, into: result.window(region).view)
            #expect(result.frameIsIntact(around: region), "seed \(seed)")
            let isSum = quantity == .sum || quantity == .sumAndMaximum
            if !isSum {
                #expect(result.window(region).bits == expected.bits, "seed \(seed), \(quantity)")
                continue
            }
            for y in region.y..<region.maxY {
                for x in region.x..<region.maxX where x.isMultiple(of: 2) {
                    // A cell has the sum and its rounding error; the maxima follow them in every second cell.
                    let isMaximum = quantity == .sumAndMaximum && !x.isMultiple(of: 4)
                    let (one, other) = (SIMD4<Double>(result[x, y]), SIMD4<Double>(expected[x, y]))
                    let low = isMaximum ? .zero : SIMD4<Double>(result[x + 1, y]) - SIMD4<Double>(expected[x + 1, y])
                    for component in 0..<4 where other[component].isFinite {
                        // The floats k/255 differ from the quotients by up to 2⁻²⁵.
                        let limit = isMaximum ? 0 : 0x1p-25 * Double(20 * width)
                        #expect(abs(one[component] - other[component] + low[component]) <= limit, "seed \(seed)")
                    }
                }
            }
        }
    }

    @Test("Averages are the rounded quotients of whole sums", arguments: OperatorFunctions.testProcessors)
    func averages(processor: TargetProcessor) throws {
        let code = try OperatorFunctions.forTests(processor)
        for seed in 0..<120 {
            var random = SeededGenerator(seed: UInt64(seed))
            let axis: LineConvolution.Axis = seed.isMultiple(of: 2) ? .horizontal : .vertical
            let portable = LineAverage(
                name: "test", input: .empty, axis: axis, first: Int.random(in: -60...10, using: &random),
                count: Int.random(in: 1...90, using: &random))
            let operation = try #require(try code.accelerated(portable) as? any StoredPixelOperator)
            let image = Picture(.random(around: 0, using: &random), .RGBA8, &random)
            if seed % 10 == 0 { image.fill(255) }
            let region = PixelRect.random(around: 0, using: &random)
            let result = Raster.framed(region)
            try operation.render(stored: [image.view], region: region, into: result.window(region).view)
            #expect(result.frameIsIntact(around: region), "seed \(seed)")
            for y in region.y..<region.maxY {
                for x in region.x..<region.maxX {
                    var sum = SIMD4<UInt32>.zero
                    for place in portable.first..<portable.first + portable.count {
                        let (column, row) = axis == .horizontal ? (x + place, y) : (x, y + place)
                        guard image.view.bounds.contains(PixelRect(x: column, y: row, width: 1, height: 1)) else {
                            continue
                        }
                        let pixel = image.view.pixel(column, row)
                        for channel in 0..<4 {
                            sum[channel] += UInt32(pixel.load(fromByteOffset: channel, as: UInt8.self))
                        }
                    }
                    let mean = SIMD4<Float>(sum) / Float(255 * portable.count)
                    #expect(result[x, y] == mean, "seed \(seed), \(axis), \(portable.count) pixels")
                }
            }
        }
    }

    /// A division is replaced by a multiplication and a correction, which must round as it does.
    @Test("Averages of each sum are rounded quotients", arguments: OperatorFunctions.testProcessors)
    func quotients(processor: TargetProcessor) throws {
        let code = try OperatorFunctions.forTests(processor)
        var random = SeededGenerator(seed: 3)
        let image = Picture(PixelRect(x: 0, y: 0, width: 3000, height: 1), .RGBA8, &random)
        for count in [3, 5, 7, 41, 99, 127, 257, 1000, 65_793] {
            let portable = LineAverage(name: "test", input: .empty, axis: .horizontal, first: 1 - count, count: count)
            let operation = try #require(try code.accelerated(portable) as? any StoredPixelOperator)
            let result = Raster(bounds: image.view.bounds)
            try operation.render(stored: [image.view], region: result.bounds, into: result.view)
            var sum = SIMD4<UInt32>.zero
            for x in 0..<3000 {
                let (pixel, oldest) = (image.view.pixel(x, 0), x - count)
                for channel in 0..<4 {
                    sum[channel] += UInt32(pixel.load(fromByteOffset: channel, as: UInt8.self))
                    if oldest >= 0 {
                        sum[channel] -= UInt32(
                            image.view.pixel(oldest, 0).load(fromByteOffset: channel, as: UInt8.self))
                    }
                }
                #expect(result[x, 0] == SIMD4<Float>(sum) / Float(255 * count), "\(count) pixels, column \(x)")
            }
        }
    }

    @Test("Averages of half floats, and half floats as results", arguments: OperatorFunctions.testProcessors)
    func halves(processor: TargetProcessor) throws {
        let code = try OperatorFunctions.forTests(processor)
        for seed in 0..<60 {
            var random = SeededGenerator(seed: UInt64(seed))
            let portable = LineAverage(
                name: "test", input: .empty, axis: seed.isMultiple(of: 2) ? .horizontal : .vertical,
                first: Int.random(in: -60...10, using: &random), count: Int.random(in: 1...90, using: &random))
            let operation = try #require(try code.accelerated(portable) as? any StoredPixelOperator)
            let given: PixelFormat = [.RGBA8, .RGBAh, .RGBAf][seed % 3]
            let isRead = processor.instructions.hasHalfConversion || given != .RGBAh
            #expect((operation.resultFormat(reading: given) == .RGBAf) == isRead)
            #expect(operation.canWrite(.RGBAh, reading: given) == processor.instructions.hasHalfConversion)
            #expect(!operation.canWrite(.RGBA8, reading: given))
            guard processor.instructions.hasHalfConversion else { continue }
            let noise = Raster.noise(.random(around: 0, using: &random), &random)
            let image = Picture(noise.bounds, given, &random).view
            image.pack(noise)
            let region = PixelRect.random(around: 0, using: &random)
            let floats = Raster(bounds: region)
            try operation.render(stored: [image], region: region, into: floats.view)
            if given == .RGBAh {
                // Half floats are floats, so the result is that of the portable operator.
                let (unpacked, expected) = (Raster(bounds: image.bounds), Raster(bounds: region))
                image.unpack(into: unpacked)
                try portable.render(inputs: [unpacked], region: region, into: expected)
                #expect(floats.bits == expected.bits, "seed \(seed)")
            }
            let (halves, copied) = (Picture(region, .RGBAh, &random).view, Picture(region, .RGBAh, &random).view)
            try operation.render(stored: [image], region: region, into: halves)
            copied.pack(floats)
            let (one, other) = (Raster(bounds: region), Raster(bounds: region))
            halves.unpack(into: one)
            copied.unpack(into: other)
            #expect(one.bits == other.bits, "seed \(seed), \(given)")
        }
    }

    @Test("Averages past the caches are the others, and leave the pixels beside them")
    func streamedAverages() throws {
        let processor = try #require(OperatorFunctions.testProcessors.last)
        guard processor.instructions.hasStreamingStores, processor.instructions.hasHalfConversion else { return }
        let code = try OperatorFunctions.forTests(processor)
        // Rows so far apart that the region is part of a large picture.
        let (rowBytes, height) = (1 << 16, StreamingStores.minimumBytes >> 16)
        let memory = TestMemory(byteCount: rowBytes * height)
        for (seed, start) in [0, 8, 16, 32].enumerated() {
            var random = SeededGenerator(seed: UInt64(seed))
            let portable = LineAverage(name: "test", input: .empty, axis: .vertical, first: -20, count: 41)
            let operation = try #require(try code.accelerated(portable) as? any StoredPixelOperator)
            let noise = Raster.noise(PixelRect(x: 0, y: 0, width: 83, height: height), &random)
            let image = Picture(noise.bounds, seed < 2 ? .RGBA8 : .RGBAf, &random).view
            image.pack(noise)
            // Vectors of whole lines, and columns behind them.
            let region = PixelRect(x: 1, y: 0, width: 71, height: height)
            memory.base.initializeMemory(as: UInt8.self, repeating: 0xA5, count: memory.byteCount)
            let large = PixelView(
                bounds: region, format: .RGBAh, base: memory.base + start, bytesPerRow: rowBytes, keeping: memory)
            try operation.render(stored: [image], region: region, into: large)
            let part = PixelRect(x: 1, y: 0, width: 71, height: height - 1)
            let small = Picture(part, .RGBAh, &random).view
            try operation.render(stored: [image], region: part, into: small)
            for y in part.y..<part.maxY {
                let (a, b) = (large.pixel(region.x, y), small.pixel(region.x, y))
                let count = 8 * region.width
                #expect(memcmp(a, b, count) == 0, "start \(start), row \(y)")
                #expect((a + count).load(as: UInt8.self) == 0xA5)
                #expect(y == 0 && start == 0 || (a - 1).load(as: UInt8.self) == 0xA5)
            }
        }
    }

    /// The result of an operator on floats.
    private func computed(_ operation: any StoredPixelOperator, _ image: Raster, _ region: PixelRect) throws -> Raster {
        let result = Raster(bounds: region)
        try operation.render(inputs: [image], region: region, into: result)
        return result
    }

    @Test("Rows that line convolutions gather from half floats", arguments: OperatorFunctions.testProcessors)
    func gatheredHalves(processor: TargetProcessor) throws {
        let code = try OperatorFunctions.forTests(processor)
        var readCount = 0
        for seed in 0..<96 {
            var random = SeededGenerator(seed: UInt64(seed))
            let (sets, step) = LineConvolutionTests.sets(seed % 6, &random)
            let portable = LineConvolution(
                name: "test", input: .empty, axis: .horizontal, weightSets: sets, step: step)
            let operation = try #require(try code.accelerated(portable) as? any StoredPixelOperator)
            #expect(operation.resultFormat(reading: .RGBA8) == nil)
            #expect(!operation.canWrite(.RGBAh, reading: .RGBAf))
            guard let format = operation.resultFormat(reading: .RGBAh) else { continue }
            #expect(format == .RGBAf && processor.instructions.hasHalfConversion)
            let noise = Raster.noise(.random(around: 0, using: &random), &random)
            let image = Picture(noise.bounds, .RGBAh, &random)
            image.view.pack(noise)
            let region = PixelRect.random(around: noise.bounds.x * sets.count / step, using: &random)
            let result = Raster.framed(region)
            try operation.render(stored: [image.view], region: region, into: result.window(region).view)
            #expect(
                result.copy(of: region).bits == (try computed(operation, image.floats, region)).bits, "seed \(seed)")
            #expect(result.frameIsIntact(around: region), "seed \(seed)")
            readCount += 1
        }
        #expect((readCount > 8) == processor.instructions.hasHalfConversion)
    }

    @Test("Sums of rows of floats, written as half floats", arguments: OperatorFunctions.testProcessors)
    func sumsOfRowsAsHalves(processor: TargetProcessor) throws {
        let code = try OperatorFunctions.forTests(processor)
        for seed in 0..<60 {
            var random = SeededGenerator(seed: UInt64(seed))
            let (sets, step) = LineConvolutionTests.sets(seed % 6, &random)
            let portable = LineConvolution(name: "test", input: .empty, axis: .vertical, weightSets: sets, step: step)
            let operation = try #require(try code.accelerated(portable) as? any StoredPixelOperator)
            #expect(operation.canWrite(.RGBAh, reading: .RGBAf) == processor.instructions.hasHalfConversion)
            #expect(!operation.canWrite(.RGBA8, reading: .RGBAf))
            guard processor.instructions.hasHalfConversion else { continue }
            let image = Raster.noise(.random(around: 0, using: &random), &random)
            // Half floats contain 0 instead of NaN.
            image[image.bounds.x, image.bounds.y] = SIMD4(.nan, .infinity, -.infinity, 70_000)
            let region = PixelRect.random(around: image.bounds.x, using: &random)
            let (halves, copied) = (Picture(region, .RGBAh, &random), Picture(region, .RGBAh, &random))
            try operation.render(stored: [image.view], region: region, into: halves.view)
            copied.view.pack(try computed(operation, image, region))
            #expect(halves.floats.bits == copied.floats.bits, "seed \(seed)")
        }
    }

    @Test("Averages don't read bytes in another order, nor sums that floats don't hold")
    func otherAverages() throws {
        let code = try OperatorFunctions.forTests(try #require(OperatorFunctions.testProcessors.last))
        func result(_ count: Int, _ format: PixelFormat) throws -> PixelFormat? {
            let portable = LineAverage(name: "test", input: .empty, axis: .vertical, first: 0, count: count)
            return try #require(try code.accelerated(portable) as? any StoredPixelOperator).resultFormat(
                reading: format)
        }
        #expect(try result(65_793, .RGBA8) == .RGBAf)
        #expect(try result(65_794, .RGBA8) == nil)
        for format in PixelFormat.all where ![.RGBA8, .RGBAh, .RGBAf].contains(format) {
            #expect(try result(3, format) == nil)
        }
    }

    @Test("A whole block of white sums to its number of pixels", arguments: OperatorFunctions.testProcessors)
    func largestSum(processor: TargetProcessor) throws {
        let code = try OperatorFunctions.forTests(processor)
        var random = SeededGenerator(seed: 1)
        let image = Picture(PixelRect(x: 0, y: 0, width: 2048, height: 1024), .RGBA8, &random)
        image.fill(255)
        for (width, height) in [(2048, 1024), (1, 1024)] {
            let portable = BlockReduction(
                .sum, of: .empty, area: image.view.bounds, blockWidth: width, blockHeight: height)
            let operation = try #require(try code.accelerated(portable) as? any StoredPixelOperator)
            let cells = Raster(bounds: PixelRect(enclosing: portable.extent))
            try operation.render(stored: [image.view], region: cells.bounds, into: cells.view)
            #expect(cells[0, 0] == SIMD4(repeating: Float(width * height)))
            #expect(cells[1, 0] == .zero)
        }
    }

    /// Unpacks bytes that are stored as those of a view.
    private static func unpack(_ bytes: [UInt8], like view: PixelView, into raster: Raster) {
        bytes.withUnsafeBytes { buffer in
            let start = UnsafeMutableRawPointer(mutating: buffer.baseAddress!)
            let base = view.bytesPerRow < 0 ? start - (view.bounds.height - 1) * view.bytesPerRow : start
            PixelView(
                bounds: view.bounds, format: view.format, base: base, bytesPerRow: view.bytesPerRow, keeping: nil
            ).unpack(into: raster)
        }
    }
}
