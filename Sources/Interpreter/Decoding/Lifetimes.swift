/// Records for which range of instructions each virtual slot is live.
struct Lifetimes {
    private struct Value {
        var isVariable: Bool
        var mentions: [(position: Int, loop: Int)] = []
    }

    private struct Loop {
        var parent: Int
        var depth: Int
        var start: Int
        var end: Int
    }

    private var values: [Value] = []
    /// Loop 0 stands for the whole code.
    private var loops = [Loop(parent: -1, depth: 0, start: 0, end: Int.max)]
    private var current = 0

    /// Adds a virtual slot. A variable keeps its value from one iteration of a loop to the next.
    mutating func add(isVariable: Bool) -> Int32 {
        values.append(Value(isVariable: isVariable))
        return Int32(values.count - 1)
    }

    mutating func mention(_ slot: Int32, at position: Int) {
        values[Int(slot)].mentions.append((position, current))
    }

    mutating func beginLoop(at position: Int) {
        loops.append(Loop(parent: current, depth: loops[current].depth + 1, start: position, end: position))
        current = loops.count - 1
    }

    mutating func endLoop(at position: Int) {
        loops[current].end = position
        current = loops[current].parent
    }

    /// Returns the first and last instruction at which each slot is live, or nil for a slot that is never mentioned.
    func ranges() -> [ClosedRange<Int>?] {
        values.map { value in
            guard let first = value.mentions.first else { return nil }
            var common = value.isVariable ? 0 : first.loop
            if !value.isVariable {
                for mention in value.mentions { common = commonLoop(common, mention.loop) }
            }
            var (low, high) = (Int.max, Int.min)
            for mention in value.mentions {
                let span = span(of: mention.loop, in: common) ?? mention.position...mention.position
                low = min(low, span.lowerBound)
                high = max(high, span.upperBound)
            }
            return low...high
        }
    }

    private func commonLoop(_ a: Int, _ b: Int) -> Int {
        var (a, b) = (a, b)
        while a != b {
            if loops[a].depth >= loops[b].depth { a = loops[a].parent } else { b = loops[b].parent }
        }
        return a
    }

    /// Returns the instruction range of the outermost loop around `loop` that is inside `outer`, or nil if `loop` is
    /// `outer`.
    private func span(of loop: Int, in outer: Int) -> ClosedRange<Int>? {
        guard loop != outer else { return nil }
        var loop = loop
        while loops[loop].parent != outer { loop = loops[loop].parent }
        return loops[loop].start...loops[loop].end
    }
}
