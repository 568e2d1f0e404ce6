import Foundation
import ImageGraph
import Pixels

/// Decides which steps are computed once and stored, and which are computed again for every tile that reads them.
///
/// The decision depends only on the recipe, examined around the centre of the image. Stored pixels have less precision,
/// so a decision that depended on tiles, threads or the rendered region would make pixels depend on them too.
struct StoringDecision {
    /// A step is stored if tiles of 128 × 128 pixels would, with margins, compute more than this many times its pixels.
    private static let worthwhileSaving = 1.33
    /// A step is stored if all stages together would compute it more often than this.
    private static let expensiveRecomputation = 1.9
    /// `expensiveRecomputation` for a step that is as quick to compute as to read back.
    private static let quickRecomputation = 3.1
    /// A step that reads more than this many times the pixels that it makes is stored. Its result is small, while tiles
    /// of later steps would need much of its input.
    private static let reduction = 4.0
    /// Steps that make and read fewer pixels than this are not worth a stage, however often they are computed.
    private static let fewPixels = 4096.0
    /// A kernel with more statements than this is not considered quick.
    private static let quickStatements = 200

    private let steps: [PlanStep]

    /// Returns the steps to store; `center` is the centre of the last step's pixels.
    static func storedSteps(of steps: [PlanStep], center: CGPoint) throws -> Set<Int> {
        try StoringDecision(steps: steps).decide(from: center)
    }

    private func decide(from center: CGPoint) throws -> Set<Int> {
        let meter = WorkMeter.current
        var stored: Set<Int> = []
        // Tiles compute only the pixels that a region function returns for them. If it is called once for all tiles,
        // the inputs must be in memory.
        let readAsAWhole = Set(steps.filter(\.computesRegionOnce).flatMap(\.inputs))
        var demands = [[StageDemand]](repeating: [], count: steps.count)
        let root = steps.count - 1
        demands[root] = [StageDemand(stage: root, around: center)]
        for index in steps.indices.reversed() where !demands[index].isEmpty {
            try meter?.check()
            let step = steps[index]
            var demand = demands[index]
            demands[index] = []
            let isHeld = step.work.heldFormat != nil
            if index != root, readAsAWhole.contains(index) && !isHeld || shouldStore(step, demand) {
                stored.insert(index)
                demand = [StageDemand(stage: index, around: demand[0].center)]
            }
            for (number, input) in step.inputs.enumerated() {
                let bounds = steps[input].bounds
                for part in demand {
                    let read = part.mapped(bounds: bounds) { step.region(ofInput: number, for: $0, bounds: $1) }
                    if let same = demands[input].firstIndex(where: { $0.stage == read.stage }) {
                        demands[input][same].formUnion(read)
                    } else {
                        demands[input].append(read)
                    }
                }
            }
        }
        return stored
    }

    private func shouldStore(_ step: PlanStep, _ demand: [StageDemand]) -> Bool {
        if case .intermediate = step.work { return true }
        let block = demand[0].block
        if step.work.isCheap { return false }
        let read = step.inputs.enumerated().reduce(0.0) { sum, input in
            let bounds = steps[input.element].bounds
            return sum
                + Double(
                    StageDemand.part(of: bounds) { step.region(ofInput: input.offset, for: block, bounds: $0) }.area)
        }
        if Double(block.area) + read < Self.fewPixels, !isReadFromOutside(step) { return false }
        let repetitions = demand.map(\.repetition)
        if repetitions.contains(where: { $0 > Self.worthwhileSaving }) { return true }
        let limit = isQuick(step) ? Self.quickRecomputation : Self.expensiveRecomputation
        if repetitions.count > 1, repetitions.reduce(0, +) > limit { return true }
        return read > Self.reduction * Double(max(1, block.area))
    }

    /// Whether the pixels come from a file or from the host's code, which are slow to read.
    private func isReadFromOutside(_ step: PlanStep) -> Bool {
        switch step.work {
        case .source(let source, _), .stored(let source): source.storage == nil
        default: false
        }
    }

    /// Whether a step costs about as much as reading stored pixels back.
    private func isQuick(_ step: PlanStep) -> Bool {
        switch step.work {
        case .kernel(let kernel):
            kernel.program.freeSampling.isEmpty && kernel.program.kind != .warp
                && kernel.program.body.count <= Self.quickStatements
        case .premultiply, .unpremultiply: true
        default: false
        }
    }
}

/// The pixels of a step that the tiles of a block of a stage's result need.
private struct StageDemand {
    /// Tiles along each side of the block.
    private static let tilesPerSide = 4
    private static let tileSize = 128

    let stage: Int
    /// The pixels needed for the whole block.
    private(set) var block: PixelRect
    /// The pixels needed for each tile of the block.
    private var tiles: [PixelRect]

    init(stage: Int, around center: CGPoint) {
        self.stage = stage
        let size = Self.tileSize
        let side = size * Self.tilesPerSide
        let corner = PixelRect(
            enclosing: CGRect(x: center.x - CGFloat(side) / 2, y: center.y - CGFloat(side) / 2, width: 1, height: 1))
        block = PixelRect(x: corner.x, y: corner.y, width: side, height: side)
        tiles = (0..<Self.tilesPerSide).flatMap { row in
            (0..<Self.tilesPerSide).map { column in
                PixelRect(x: corner.x + column * size, y: corner.y + row * size, width: size, height: size)
            }
        }
    }

    var center: CGPoint {
        CGPoint(x: CGFloat(block.x) + CGFloat(block.width) / 2, y: CGFloat(block.y) + CGFloat(block.height) / 2)
    }

    /// Average number of times that the tiles compute each pixel that the block needs.
    var repetition: Double {
        tiles.reduce(0) { $0 + Double($1.area) } / Double(max(1, block.area))
    }

    /// Returns the demand on an input whose pixels lie in `bounds`.
    func mapped(bounds: PixelRect, _ region: (_ output: PixelRect, _ bounds: PixelRect) -> PixelRect) -> StageDemand {
        func part(_ rect: PixelRect) -> PixelRect {
            rect.isEmpty ? .empty : Self.part(of: bounds) { region(rect, $0) }
        }
        var result = self
        result.block = part(block)
        if result.block.intersection(bounds).isEmpty {
            // An input that lies elsewhere in the image is examined around its own centre.
            return bounds.isEmpty || bounds.isUnbounded ? result : StageDemand(stage: stage, around: bounds.middle)
        }
        result.tiles = tiles.map(part)
        return result
    }

    /// Returns the region for an image without edges. Edges would hide the size of margins, so a region is clipped to
    /// `bounds` only if it is unbounded.
    static func part(of bounds: PixelRect, _ region: (_ bounds: PixelRect) -> PixelRect) -> PixelRect {
        let limit = PixelRect.coordinateLimit
        let whole = region(PixelRect(x: -limit, y: -limit, width: 2 * limit, height: 2 * limit))
        return whole.isUnbounded ? whole.intersection(bounds) : whole
    }

    mutating func formUnion(_ other: StageDemand) {
        block = block.union(other.block)
        for index in tiles.indices { tiles[index] = tiles[index].union(other.tiles[index]) }
    }
}

extension PixelRect {
    /// The centre, or the origin if the rectangle is empty or unbounded.
    var middle: CGPoint {
        isUnbounded || isEmpty
            ? .zero : CGPoint(x: CGFloat(x) + CGFloat(width) / 2, y: CGFloat(y) + CGFloat(height) / 2)
    }

    /// Returns the size of the area in bytes, as pixels of `format`; `Int.max` on overflow.
    func byteCount(in format: PixelFormat) -> Int {
        let (bytes, overflow) = area.multipliedReportingOverflow(by: format.bytesPerPixel)
        return overflow ? Int.max : bytes
    }
}
