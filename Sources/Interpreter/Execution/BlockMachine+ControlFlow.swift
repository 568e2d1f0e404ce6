/// States of pixels. 0: active; a token: waiting for the place that wakes it; −1: padding, never active.
///
/// The loops read everything into constants before they choose, because a choice between places in memory is not vectorised.
extension BlockMachine {
    enum Charge {
        case none
        case some
        case overBudget(lane: Int)
    }

    /// Wakes the block's pixels and puts its padding to sleep.
    func resetStates(pixelCount: Int) {
        states.update(repeating: 0, count: pixelCount)
        (states + pixelCount).update(repeating: -1, count: lanes - pixelCount)
        steps.update(repeating: 0, count: lanes)
    }

    /// −1 for the state of an active pixel, 0 otherwise.
    @inline(__always)
    private func active(_ state: Int32) -> Int32 { state == 0 ? -1 : 0 }

    private var states: UnsafeMutablePointer<Int32> { pointer(Int32(stateOffset), as: Int32.self) }
    private var steps: UnsafeMutablePointer<Int32> { pointer(Int32(stepsOffset), as: Int32.self) }

    func moveActive(_ instruction: BlockInstruction) {
        let (a, r) = (pointer(instruction.operands[0], as: Int32.self), pointer(instruction.results[0], as: Int32.self))
        let (state, count) = (states, lanes)
        var i = 0
        while i < count {
            let (new, old, mask) = (a[i], r[i], active(state[i]))
            r[i] = (new & mask) | (old & ~mask)
            i &+= 1
        }
    }

    func broadcastActive(_ instruction: BlockInstruction) {
        let (a, r) = (scalar(instruction.operands[0], as: Int32.self), pointer(instruction.results[0], as: Int32.self))
        let (state, count) = (states, lanes)
        var i = 0
        while i < count {
            let (old, mask) = (r[i], active(state[i]))
            r[i] = (a & mask) | (old & ~mask)
            i &+= 1
        }
    }

    /// Puts active pixels without the condition to sleep; whether any is left.
    func split(_ instruction: BlockInstruction, sense: Bool) -> Bool {
        let condition = pointer(instruction.operands[0], as: Int32.self)
        let (state, count, token) = (states, lanes, instruction.token)
        let flip: Int32 = sense ? 0 : -1
        var any: Int32 = 0
        var i = 0
        while i < count {
            let old = state[i]
            let mask = active(old)
            let stays = mask & (condition[i] ^ flip)
            state[i] = old | (mask & ~stays & token)
            any |= stays
            i &+= 1
        }
        return any != 0
    }

    /// Exchanges the pixels of one arm of a branch for those of the other; whether there are any.
    func swap(_ instruction: BlockInstruction) -> Bool {
        let (state, count) = (states, lanes)
        let (token, second) = (instruction.token, instruction.second)
        var any: Int32 = 0
        var i = 0
        while i < count {
            let old = state[i]
            let woken: Int32 = old == token ? -1 : 0
            state[i] = (old & ~woken) | (active(old) & second)
            any |= woken
            i &+= 1
        }
        return any != 0
    }

    /// Wakes the pixels that wait for this place; whether any pixel is active.
    func merge(_ instruction: BlockInstruction) -> Bool {
        let (state, count, token) = (states, lanes, instruction.token)
        var any: Int32 = 0
        var i = 0
        while i < count {
            let old = state[i]
            let woken: Int32 = old == token ? -1 : 0
            let new = old & ~woken
            state[i] = new
            any |= active(new)
            i &+= 1
        }
        return any != 0
    }

    /// Puts all active pixels to sleep.
    func leave(_ instruction: BlockInstruction) {
        let (state, count, token) = (states, lanes, instruction.token)
        var i = 0
        while i < count {
            let old = state[i]
            state[i] = old | (active(old) & token)
            i &+= 1
        }
    }

    /// Charges a step to the active pixels.
    func stepActive() -> Charge {
        let (state, steps, count) = (states, steps, lanes)
        let allowed = Int32(truncatingIfNeeded: stepBudget - commonSteps)
        var (any, most): (Int32, Int32) = (0, 0)
        var i = 0
        while i < count {
            let mask = active(state[i])
            let spent = steps[i] &- mask
            steps[i] = spent
            any |= mask
            most = max(most, spent & mask)
            i &+= 1
        }
        if most > allowed {
            return .overBudget(lane: (0..<count).first { state[$0] == 0 && steps[$0] > allowed } ?? 0)
        }
        return any == 0 ? .none : .some
    }

    /// The steps of all pixels of the block together, of which there are `pixelCount`.
    func stepCount(usesStates: Bool, pixelCount: Int) -> Int {
        let own = usesStates ? UnsafeBufferPointer(start: steps, count: pixelCount).reduce(0) { $0 + Int($1) } : 0
        return commonSteps * pixelCount + own
    }

    /// After a step was charged to every pixel: a pixel that is over its budget.
    func stepAll(usesStates: Bool) -> Int? {
        let allowed = stepBudget - commonSteps
        if allowed < 0 { return 0 }
        guard usesStates else { return nil }
        let (steps, count) = (steps, lanes)
        var most: Int32 = 0
        var i = 0
        while i < count {
            most = max(most, steps[i])
            i &+= 1
        }
        guard Int(most) > allowed else { return nil }
        return (0..<count).first { Int(steps[$0]) == most }
    }
}
