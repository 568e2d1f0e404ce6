/// Operations on the states of pixels. State 0 means active, −1 is padding that is never active, and any other state is
/// the token that the pixel waits for.
///
/// The loops read all values into constants before they select one, because a selection between memory locations is not
/// vectorised.
extension BlockMachine {
    enum Charge {
        case none
        case some
        case overBudget(lane: Int)
    }

    /// Makes the block's pixels active, marks the padding, and clears the step counts.
    func resetStates(pixelCount: Int) {
        states.update(repeating: 0, count: pixelCount)
        (states + pixelCount).update(repeating: -1, count: lanes - pixelCount)
        steps.update(repeating: 0, count: lanes)
    }

    /// Returns −1 if the state is that of an active pixel, else 0.
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

    /// Lets the active pixels whose condition isn't `sense` wait for the instruction's token. Returns whether any pixel
    /// is still active.
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

    /// Lets the active pixels of one arm of a branch wait, and activates the pixels of the other arm. Returns whether
    /// there are any.
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

    /// Activates the pixels that wait for the instruction's token. Returns whether any pixel is active.
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

    /// Lets all active pixels wait for the instruction's token.
    func leave(_ instruction: BlockInstruction) {
        let (state, count, token) = (states, lanes, instruction.token)
        var i = 0
        while i < count {
            let old = state[i]
            state[i] = old | (active(old) & token)
            i &+= 1
        }
    }

    /// Charges one step to each active pixel.
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

    /// Returns the total number of steps of the block's pixels, of which there are `pixelCount`.
    func stepCount(usesStates: Bool, pixelCount: Int) -> Int {
        let own = usesStates ? UnsafeBufferPointer(start: steps, count: pixelCount).reduce(0) { $0 + Int($1) } : 0
        return commonSteps * pixelCount + own
    }

    /// Returns the index of a pixel that is over its budget after a step was charged to every pixel, or nil.
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
