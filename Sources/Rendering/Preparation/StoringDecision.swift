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
    /// A step is stored if all passes together would compute it more often than this.
    private static let expensiveRecomputation = 1.9
    /// `expensiveRecomputation` for a step that is as quick to compute as to read back.
    private static let quickRecomputation = 3.1
    /// A step that reads more than this many times the pixels that it makes is stored. Its result is small, while tiles
    /// of later steps would need much of its input.
    private static let reduction = 4.0
    /// Steps that make and read fewer pixels than this are not worth a pass, however often they are computed.
    private static let minimumPixels = 4096.0
    /// A kernel with more statements than this is not considered quick.
    private static let maximumQuickStatements = 200

    private let steps: [RenderStep]

    /// Returns the steps to store; `center` is the centre of the last step's pixels.
    static func storedSteps(of steps: [RenderStep], center: CGPoint) throws -> Set<Int> {
        try StoringDecision(steps: steps).decide(from: center)
    }

    private func decide(from center: CGPoint) throws -> Set<Int> {
        let meter = WorkMeter.current
        var stored: Set<Int> = []
        // Tiles compute only the pixels that a region function returns for them. If it is called once for all tiles,
        // the inputs must be in memory.
        let readAsAWhole = Set(steps.filter(\.callsRegionFunctionOnce).flatMap(\.inputs))
        let readFromAfar = Set(steps.filter(\.operation.storesInputs).flatMap(\.inputs))
        var demands = [[PassDemand]](repeating: [], count: steps.count)
        let root = steps.count - 1
        demands[root] = [PassDemand(pass: root, around: center)]
        for index in steps.indices.reversed() where !demands[index].isEmpty {
            try meter?.check()
            let step = steps[index]
            var demand = demands[index]
            demands[index] = []
            let isHeld = step.operation.heldFormat != nil
            let isWanted =
                readAsAWhole.contains(index) && !isHeld || readFromAfar.contains(index) && !step.operation.isCheap
            if index != root, isWanted || shouldStore(step, demand) {
                stored.insert(index)
                demand = [PassDemand(pass: index, around: demand[0].center)]
            }
            for (number, input) in step.inputs.enumerated() {
                let bounds = steps[input].bounds
                for part in demand {
                    let read = part.mapped(bounds: bounds) { step.region(ofInput: number, for: $0, bounds: $1) }
                    if let same = demands[input].firstIndex(where: { $0.pass == read.pass }) {
                        demands[input][same].formUnion(read)
                    } else {
                        demands[input].append(read)
                    }
                }
            }
        }
        return stored
    }

    private func shouldStore(_ step: RenderStep, _ demand: [PassDemand]) -> Bool {
        if case .intermediate = step.operation { return true }
        let block = demand[0].block
        if step.operation.isCheap { return false }
        let read = step.inputs.enumerated().reduce(0.0) { sum, input in
            let bounds = steps[input.element].bounds
            return sum
                + Double(
                    PassDemand.part(of: bounds) { step.region(ofInput: input.offset, for: block, bounds: $0) }.area)
        }
        if Double(block.area) + read < Self.minimumPixels, !isReadFromOutside(step) { return false }
        let repetitions = demand.map(\.repetition)
        if repetitions.contains(where: { $0 > Self.worthwhileSaving }) { return true }
        let limit = isQuick(step) ? Self.quickRecomputation : Self.expensiveRecomputation
        if repetitions.count > 1, repetitions.reduce(0, +) > limit { return true }
        return read > Self.reduction * Double(max(1, block.area))
    }

    /// Whether the pixels come from a file or from the host's code, which are slow to read.
    private func isReadFromOutside(_ step: RenderStep) -> Bool {
        switch step.operation {
        case .source(let source, _), .rawSource(let source): source.storage == nil
        default: false
        }
    }

    /// Whether a step costs about as much as reading stored pixels back.
    private func isQuick(_ step: RenderStep) -> Bool {
        switch step.operation {
        case .kernel(let kernel):
            kernel.program.freeSampling.isEmpty && kernel.program.kind != .warp
                && kernel.program.body.count <= Self.maximumQuickStatements
        case .premultiply, .unpremultiply: true
        default: false
        }
    }
}
