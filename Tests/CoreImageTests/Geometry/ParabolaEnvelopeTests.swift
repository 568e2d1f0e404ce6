import ImageGraph
import Pixels
import TestSupport
import Testing

@testable import BuiltInFilters

@Suite("The lower envelope of parabolas, against a search of all columns") struct ParabolaEnvelopeTests {
    /// Returns the minima of `columns`, and the distances of all other columns.
    private func minima(_ distances: [Int32], _ columns: Range<Int>) -> [Int32] {
        var row = distances
        let parabola = ParabolaEnvelope.Parabola(column: 0, height: 0, start: 0)
        var memory = Array(repeating: parabola, count: row.count + 2)
        row.withUnsafeMutableBufferPointer { row in
            memory.withUnsafeMutableBufferPointer { memory in
                var envelope = ParabolaEnvelope(row, memory: memory)
                envelope.minimise(columns)
            }
        }
        return row
    }

    private func expected(_ distances: [Int32], _ columns: Range<Int>) -> [Int32] {
        distances.indices.map { x in
            guard columns.contains(x) else { return distances[x] }
            let values = distances.indices.filter { distances[$0] != ParabolaEnvelope.none }
                .map { Int32((x - $0) * (x - $0)) + distances[$0] * distances[$0] }
            return values.min() ?? ParabolaEnvelope.none
        }
    }

    @Test("rows of random distances, with columns in the mask and columns without any distance") func random() {
        var random = SeededGenerator(seed: 7)
        for round in 0..<3000 {
            let length = random.below(40)
            let (zeros, missing, largest) = (random.below(5), random.below(5), 1 + random.below(60))
            let distances = (0..<length).map { _ -> Int32 in
                if random.below(6) < zeros { return 0 }
                return random.below(6) < missing ? ParabolaEnvelope.none : Int32(random.below(largest))
            }
            let first = random.below(length + 1)
            let columns = first..<first + random.below(length - first + 1)
            let (found, right) = (minima(distances, columns), expected(distances, columns))
            if found != right { Issue.record("round \(round): \(distances) \(columns) \(found)") }
        }
    }

    @Test("no column, one column, and no parabola at all") func edges() {
        #expect(minima([], 0..<0) == [])
        #expect(minima([3], 0..<1) == [9] && minima([0], 0..<1) == [0])
        let nothing = [Int32](repeating: ParabolaEnvelope.none, count: 9)
        #expect(minima(nothing, 2..<9) == nothing)
        #expect(minima([1000] + nothing + [1000], 0..<11) == expected([1000] + nothing + [1000], 0..<11))
    }

    @Test("a row that is longer than the parts in which it is computed") func longRows() throws {
        let width = 9000
        var random = SeededGenerator(seed: 3)
        let mask = Raster(bounds: PixelRect(x: -50, y: 0, width: width, height: 1))
        for x in -50..<width - 50 { mask[x, 0] = SIMD4(random.below(400) == 0 ? 1 : 0, 0, 0, 1) }
        let black = ImageNode.constant(GraphColor(components: SIMD4(0, 0, 0, 1), colorSpace: nil))
        let rows = RowDistances(columns: black, isSigned: true, reach: 30)
        // The distances in a column of one row: within reach only in the mask itself, and 1 to the row above it there.
        let columns = Raster(bounds: mask.bounds)
        for x in -50..<width - 50 { columns[x, 0] = mask[x, 0].x > 0 ? SIMD4(31, 1, 0, 1) : SIMD4(0, 0, 0, 1) }
        let region = PixelRect(x: -100, y: 0, width: width + 100, height: 1)
        let result = Raster(bounds: region)
        try rows.render(inputs: [columns], region: region, into: result)
        let places = (-50..<width - 50).filter { mask[$0, 0].x > 0 }
        for x in region.x..<region.maxX {
            let distance = places.map { abs($0 - x) }.min() ?? 99
            let square = result[x, 0].x
            if distance == 0 ? square != -1 : distance <= 30 ? square != Float(distance * distance) : square <= 900 {
                Issue.record("\(x): \(result[x, 0])")
            }
        }
    }
}
