import Pixels

/// Collects what a stage computes per tile, and gives each result a scratch slot.
struct StageBuilder {
    private let root: Int
    private let steps: [PlanStep]
    private let stored: Set<Int>
    /// Steps computed per tile, inputs first.
    private let order: [Int]

    init(root: Int, steps: [PlanStep], stored: Set<Int>) {
        (self.root, self.steps, self.stored) = (root, steps, stored)
        var reached: Set<Int> = [root]
        // Inputs have smaller numbers, so one pass downwards reaches everything.
        for index in stride(from: root, through: 0, by: -1) where reached.contains(index) {
            for input in steps[index].inputs where !stored.contains(input) { reached.insert(input) }
        }
        order = reached.sorted()
    }

    /// The step that needs most scratch memory for some sample tiles, and how much of it is needed.
    func largestScratch(_ tiles: TileGrid) -> (step: Int, part: PixelRect)? {
        var largest: (step: Int, part: PixelRect)?
        let position = positions
        for tile in tiles.samples {
            var parts = [PixelRect](repeating: .empty, count: order.count)
            parts[order.count - 1] = tile
            for member in order.indices.reversed() where !parts[member].isEmpty {
                let step = steps[order[member]]
                if !step.work.isView, parts[member].area > largest?.part.area ?? 0 {
                    largest = (order[member], parts[member])
                }
                for (number, input) in step.inputs.enumerated() {
                    guard let place = position[input] else { continue }
                    parts[place] = parts[place].union(
                        step.region(ofInput: number, for: parts[member], bounds: steps[input].bounds))
                }
            }
        }
        return largest
    }

    /// The finished stage.
    func stage(region: PixelRect, tileWidth: Int, tileHeight: Int) -> Stage {
        let position = positions
        let inputs = order.map { steps[$0].inputs.map { position[$0].map(Stage.InputPlace.member) ?? .stored($0) } }
        let (writer, offset) = directWriter(inputs)
        let slots = slots(inputs, writer: writer)
        let members = order.indices.map { Stage.Member(step: order[$0], inputs: inputs[$0], slot: slots[$0]) }
        return Stage(
            root: root, members: members, region: region, tileWidth: tileWidth, tileHeight: tileHeight, writer: writer,
            writerOffset: offset)
    }

    private var positions: [Int: Int] {
        Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    }

    /// Follows views from the root to the member whose pixels they show, if nothing else reads it on the way.
    private func directWriter(_ inputs: [[Stage.InputPlace]]) -> (Int, (dx: Int, dy: Int)) {
        var uses = [Int](repeating: 0, count: order.count)
        for case .member(let place) in inputs.joined() { uses[place] += 1 }
        var (writer, offset) = (order.count - 1, (dx: 0, dy: 0))
        while case .view(let dx, let dy) = steps[order[writer]].work, case .member(let next)? = inputs[writer].first,
            uses[next] == 1
        {
            (writer, offset) = (next, (offset.dx + dx, offset.dy + dy))
        }
        return (writer, offset)
    }

    /// Scratch slots, each used again as soon as nobody reads its pixels any more; views keep the slot of what they
    /// show alive.
    private func slots(_ inputs: [[Stage.InputPlace]], writer: Int) -> [Int?] {
        var owner = Array(order.indices)
        var lastUse = Array(order.indices)
        for member in order.indices {
            for case .member(let place) in inputs[member] {
                if steps[order[member]].work.isView { owner[member] = owner[place] }
                lastUse[owner[place]] = member
            }
        }
        var result = [Int?](repeating: nil, count: order.count)
        var free: [Int] = []
        var count = 0
        var ending: [Int: [Int]] = [:]
        for member in order.indices {
            if owner[member] == member, member != writer, !steps[order[member]].work.isView {
                // The slot is taken before the inputs' slots are released: a step must not overwrite what it reads.
                let slot = free.popLast() ?? count
                if slot == count { count += 1 }
                result[member] = slot
                ending[lastUse[member], default: []].append(slot)
            }
            free += ending.removeValue(forKey: member) ?? []
        }
        return result
    }
}
