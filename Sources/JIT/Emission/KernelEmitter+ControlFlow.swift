import KernelLanguage

extension KernelEmitter {
    /// Emits statements, up to the first after which no pixel is active. Control continues at `end`, a basic block that
    /// the caller starts.
    ///
    /// If no pixel is active at run time, the rest of the list is skipped.
    mutating func writeList(_ statements: [Statement], end: String) throws(EmissionError) {
        for statement in statements {
            switch statement {
            case .compute(let instruction):
                try write(instruction)
            case .branch(let condition, let then, let otherwise, _):
                try writeBranch(condition, then, otherwise, end: end)
            case .block(let label, let body, _):
                try writeBlock(label, body, end: end)
            case .loop(let body, _):
                try writeLoop(body, end: end)
            case .exit(let label, _):
                try writeExit(label, end: end)
            }
            if w.isTerminated { return }
        }
        w.jump(end)
    }

    private mutating func setActive(_ mask: String) { w.line("store \(w.vector("i1")) \(mask), ptr \(activeSlot)") }

    /// Emits a jump over the rest of the list if no pixel is active. Used after code that pixels may have left.
    private mutating func skipIfNoneIsActive(to end: String) {
        guard hasParted else { return }
        let next = w.newLabel("some")
        let mask = active()
        let some = w.any(mask)
        w.branch(some, next, end)
        w.start(next)
    }

    private mutating func writeBranch(
        _ condition: Register, _ then: [Statement], _ otherwise: [Statement], end: String
    ) throws(EmissionError) {
        let condition = try read(condition)
        guard condition.type == .bool else { throw .invalidProgram("a condition is not a bool") }
        let (first, second, after) = (w.newLabel("then"), w.newLabel("else"), w.newLabel("after"))
        let (before, exitedBefore) = (waiting, exited)
        exited = []
        defer { exited.formUnion(exitedBefore) }
        guard condition.isVector else {
            w.branch(condition.name, first, second)
            w.start(first)
            try writeList(then, end: after)
            let left = waiting
            waiting = before
            w.start(second)
            try writeList(otherwise, end: after)
            waiting.formUnion(left)
            w.start(after)
            if !exited.isEmpty { skipIfNoneIsActive(to: end) }
            return
        }
        guard !(then.isEmpty && otherwise.isEmpty) else { return }
        let type = w.vector("i1")
        let entering = active()
        partingDepth += 1
        let chosen = w.value("and \(type) \(entering), \(condition.name)")
        let all = w.splat(constant: "true", "i1")
        let negated = w.value("xor \(type) \(condition.name), \(all)")
        let others = w.value("and \(type) \(entering), \(negated)")
        setActive(chosen)
        var remaining = chosen
        if !then.isEmpty {
            let some = w.any(chosen)
            w.branch(some, first, second)
            w.start(first)
            try writeList(then, end: second)
            w.start(second)
            remaining = w.value("load \(type), ptr \(activeSlot)")
        }
        setActive(others)
        if !otherwise.isEmpty {
            let middle = w.newLabel("else")
            let some = w.any(others)
            w.branch(some, middle, after)
            w.start(middle)
            try writeList(otherwise, end: after)
            w.start(after)
        }
        let othersRemaining = otherwise.isEmpty ? others : w.value("load \(type), ptr \(activeSlot)")
        partingDepth -= 1
        if exited.isEmpty {
            // No pixel left, so all pixels that entered the branch are active again.
            setActive(entering)
        } else {
            let together = w.value("or \(type) \(remaining), \(othersRemaining)")
            setActive(together)
            skipIfNoneIsActive(to: end)
        }
    }

    private mutating func writeBlock(_ label: Int, _ body: [Statement], end: String) throws(EmissionError) {
        guard labels[label] == nil else { throw .invalidProgram("label \(label) is used twice") }
        let type = w.vector("i1")
        let after = w.newLabel("end")
        let slot = w.slot(type)
        labels[label] = Label(end: after, waitingSlot: slot)
        w.line("store \(type) zeroinitializer, ptr \(slot)")
        let entering = active()
        let exitedBefore = exited
        exited = []
        try writeList(body, end: after)
        labels[label] = nil
        w.start(after)
        exited.remove(label)
        let isLeft = !exited.isEmpty
        exited.formUnion(exitedBefore)
        let isAwaited = waiting.remove(label) != nil
        if !hasParted {
            setActive(w.splat(constant: "true", "i1"))
        } else if !isLeft {
            setActive(entering)
        } else if isAwaited {
            let remaining = w.value("load \(type), ptr \(activeSlot)")
            let returning = w.value("load \(type), ptr \(slot)")
            let together = w.value("or \(type) \(remaining), \(returning)")
            setActive(together)
            skipIfNoneIsActive(to: end)
        }
    }

    private mutating func writeExit(_ label: Int, end: String) throws(EmissionError) {
        guard let target = labels[label] else {
            throw .invalidProgram("an exit to label \(label), which no block has")
        }
        guard hasParted else {
            w.jump(target.end)
            return
        }
        let type = w.vector("i1")
        let leaving = active()
        let others = w.value("load \(type), ptr \(target.waitingSlot)")
        let together = w.value("or \(type) \(others), \(leaving)")
        w.line("store \(type) \(together), ptr \(target.waitingSlot)")
        setActive("zeroinitializer")
        waiting.insert(label)
        exited.insert(label)
        w.jump(end)
    }

    private mutating func writeLoop(_ body: [Statement], end: String) throws(EmissionError) {
        guard loopIndex < partingLoops.parts.count else { throw .invalidProgram("a loop is not reached") }
        let parts = hasParted || partingLoops.parts[loopIndex]
        loopIndex += 1
        let (header, next, latch) = (w.newLabel("loop"), w.newLabel("repeat"), w.newLabel("latch"))
        let before = waiting
        w.start(header)
        if parts {
            partingDepth += 1
            chargeActive(next, end: end)
        } else {
            chargeAll(next)
        }
        w.start(next)
        try writeList(body, end: latch)
        w.start(latch)
        w.jump(header)
        if parts { partingDepth -= 1 }
        guard parts || waiting == before else { throw .invalidProgram("pixels leave a uniform loop one by one") }
    }

    /// Emits code that charges one step to every pixel.
    private mutating func chargeAll(_ next: String) {
        let steps = w.value("load i64, ptr \(commonStepsSlot)")
        let spent = w.value("add nsw i64 \(steps), 1")
        w.line("store i64 \(spent), ptr \(commonStepsSlot)")
        let type = w.vector("i32")
        let allowed = allowedSteps(after: spent)
        let allowed32 = w.value("trunc i64 \(allowed) to i32")
        let limit = w.splat(allowed32, "i32")
        let own = w.value("load \(type), ptr \(stepsSlot)")
        let isOver = w.value("icmp sgt \(type) \(own), \(limit)")
        stopIfAny(isOver, next)
    }

    /// Emits code that charges one step to each active pixel, and ends the loop if there is none.
    private mutating func chargeActive(_ next: String, end: String) {
        let type = w.vector("i32")
        let common = w.value("load i64, ptr \(commonStepsSlot)")
        let allowed = allowedSteps(after: common)
        let allowed32 = w.value("trunc i64 \(allowed) to i32")
        let limit = w.splat(allowed32, "i32")
        let mask = w.value("load \(w.vector("i1")), ptr \(activeSlot)")
        let some = w.any(mask)
        let charge = w.newLabel("charge")
        w.branch(some, charge, end)
        w.start(charge)
        let own = w.value("load \(type), ptr \(stepsSlot)")
        let one = w.value("zext \(w.vector("i1")) \(mask) to \(type)")
        let spent = w.value("add \(type) \(own), \(one)")
        w.line("store \(type) \(spent), ptr \(stepsSlot)")
        let isOver = w.value("icmp sgt \(type) \(spent), \(limit)")
        let counts = w.value("and \(w.vector("i1")) \(isOver), \(mask)")
        stopIfAny(counts, next)
    }

    /// Emits the number of steps (i64) that a pixel may still take after all pixels have taken `common`. The number is
    /// negative if the rendering is to be stopped. So the check of the budget ends the loop, and no other check is
    /// needed.
    private mutating func allowedSteps(after common: String) -> String {
        let flag = w.value("load atomic volatile i64, ptr \(stop) monotonic, align 8")
        let left = w.value("sub nsw i64 \(budget), \(common)")
        return w.value("sub nsw i64 \(left), \(flag)")
    }

    /// Emits code that adds the steps of a block's pixels to the total, and ends the run if the total is too large.
    /// Lanes that repeat a pixel count too.
    mutating func countSteps() {
        guard !doneStepsSlot.isEmpty else { return }
        let (narrow, wide) = (w.vector("i32"), w.vector("i64"))
        let own = w.value("load \(narrow), ptr \(stepsSlot)")
        let extended = w.value("zext \(narrow) \(own) to \(wide)")
        let sum = w.call("llvm.vector.reduce.add.v\(lanes)i64", "i64", [(wide, extended)])
        let common = w.value("load i64, ptr \(commonStepsSlot)")
        let all = w.value("mul nsw i64 \(common), \(lanes)")
        let before = w.value("load i64, ptr \(doneStepsSlot)")
        let partly = w.value("add nsw i64 \(before), \(all)")
        let done = w.value("add nsw i64 \(partly), \(sum)")
        w.line("store i64 \(done), ptr \(doneStepsSlot)")
        let isTooMany = w.value("icmp ugt i64 \(done), \(stepsLeft)")
        let next = w.newLabel("counted")
        w.branch(isTooMany, "exhausted", next, expect: false)
        w.start(next)
    }

    /// Emits code that stores the total number of steps in the frame.
    mutating func storeDoneSteps() {
        guard !doneStepsSlot.isEmpty else { return }
        let done = w.value("load i64, ptr \(doneStepsSlot)")
        let place = w.value("getelementptr i8, ptr %frame, i64 \(KernelFrame.Field.stepsDone.offset)")
        w.line("store i64 \(done), ptr \(place), align 8")
    }

    private mutating func stopIfAny(_ mask: String, _ next: String) {
        let any = w.any(mask)
        w.line("store \(w.vector("i1")) \(mask), ptr \(overrunSlot)")
        w.branch(any, "overrun", next, expect: false)
    }
}
