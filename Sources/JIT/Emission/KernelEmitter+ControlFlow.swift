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
            if writer.isTerminated { return }
        }
        writer.jump(end)
    }

    private mutating func setActive(_ mask: String) {
        writer.line("store \(writer.vector("i1")) \(mask), ptr \(activeSlot)")
    }

    /// Emits a jump over the rest of the list if no pixel is active. Used after code that pixels may have left.
    private mutating func skipIfNoneIsActive(to end: String) {
        guard hasInactivePixels else { return }
        let next = writer.newLabel("some")
        let mask = active()
        let some = writer.any(mask)
        writer.branch(some, next, end)
        writer.start(next)
    }

    private mutating func writeBranch(
        _ condition: Register, _ then: [Statement], _ otherwise: [Statement], end: String
    ) throws(EmissionError) {
        let condition = try read(condition)
        guard condition.type == .bool else { throw .invalidProgram("a condition is not a bool") }
        let (first, second, after) = (writer.newLabel("then"), writer.newLabel("else"), writer.newLabel("after"))
        let (before, exitedBefore) = (waiting, exited)
        exited = []
        defer { exited.formUnion(exitedBefore) }
        guard condition.isVector else {
            writer.branch(condition.name, first, second)
            writer.start(first)
            try writeList(then, end: after)
            let left = waiting
            waiting = before
            writer.start(second)
            try writeList(otherwise, end: after)
            waiting.formUnion(left)
            writer.start(after)
            if !exited.isEmpty { skipIfNoneIsActive(to: end) }
            return
        }
        guard !(then.isEmpty && otherwise.isEmpty) else { return }
        let type = writer.vector("i1")
        let entering = active()
        divergenceDepth += 1
        let chosen = writer.value("and \(type) \(entering), \(condition.name)")
        let all = writer.splat(constant: "true", "i1")
        let negated = writer.value("xor \(type) \(condition.name), \(all)")
        let others = writer.value("and \(type) \(entering), \(negated)")
        setActive(chosen)
        var remaining = chosen
        if !then.isEmpty {
            let some = writer.any(chosen)
            writer.branch(some, first, second)
            writer.start(first)
            try writeList(then, end: second)
            writer.start(second)
            remaining = writer.value("load \(type), ptr \(activeSlot)")
        }
        setActive(others)
        if !otherwise.isEmpty {
            let middle = writer.newLabel("else")
            let some = writer.any(others)
            writer.branch(some, middle, after)
            writer.start(middle)
            try writeList(otherwise, end: after)
            writer.start(after)
        }
        let othersRemaining = otherwise.isEmpty ? others : writer.value("load \(type), ptr \(activeSlot)")
        divergenceDepth -= 1
        if exited.isEmpty {
            // No pixel left, so all pixels that entered the branch are active again.
            setActive(entering)
        } else {
            let together = writer.value("or \(type) \(remaining), \(othersRemaining)")
            setActive(together)
            skipIfNoneIsActive(to: end)
        }
    }

    private mutating func writeBlock(_ label: Int, _ body: [Statement], end: String) throws(EmissionError) {
        guard labels[label] == nil else { throw .invalidProgram("label \(label) is used twice") }
        let type = writer.vector("i1")
        let after = writer.newLabel("end")
        let slot = writer.slot(type)
        labels[label] = Label(end: after, waitingSlot: slot)
        writer.line("store \(type) zeroinitializer, ptr \(slot)")
        let entering = active()
        let exitedBefore = exited
        exited = []
        try writeList(body, end: after)
        labels[label] = nil
        writer.start(after)
        exited.remove(label)
        let isLeft = !exited.isEmpty
        exited.formUnion(exitedBefore)
        let isAwaited = waiting.remove(label) != nil
        if !hasInactivePixels {
            setActive(writer.splat(constant: "true", "i1"))
        } else if !isLeft {
            setActive(entering)
        } else if isAwaited {
            let remaining = writer.value("load \(type), ptr \(activeSlot)")
            let returning = writer.value("load \(type), ptr \(slot)")
            let together = writer.value("or \(type) \(remaining), \(returning)")
            setActive(together)
            skipIfNoneIsActive(to: end)
        }
    }

    private mutating func writeExit(_ label: Int, end: String) throws(EmissionError) {
        guard let target = labels[label] else {
            throw .invalidProgram("an exit to label \(label), which no block has")
        }
        guard hasInactivePixels else {
            writer.jump(target.end)
            return
        }
        let type = writer.vector("i1")
        let leaving = active()
        let others = writer.value("load \(type), ptr \(target.waitingSlot)")
        let together = writer.value("or \(type) \(others), \(leaving)")
        writer.line("store \(type) \(together), ptr \(target.waitingSlot)")
        setActive("zeroinitializer")
        waiting.insert(label)
        exited.insert(label)
        writer.jump(end)
    }

    private mutating func writeLoop(_ body: [Statement], end: String) throws(EmissionError) {
        guard loopIndex < divergentLoops.areDivergent.count else { throw .invalidProgram("a loop is not reached") }
        let diverges = hasInactivePixels || divergentLoops.areDivergent[loopIndex]
        loopIndex += 1
        let (header, next, latch) = (writer.newLabel("loop"), writer.newLabel("repeat"), writer.newLabel("latch"))
        let before = waiting
        writer.start(header)
        if diverges {
            divergenceDepth += 1
            chargeActive(next, end: end)
        } else {
            chargeAll(next)
        }
        writer.start(next)
        try writeList(body, end: latch)
        writer.start(latch)
        writer.jump(header)
        if diverges { divergenceDepth -= 1 }
        guard diverges || waiting == before else { throw .invalidProgram("pixels leave a uniform loop one by one") }
    }

    /// Emits code that charges one step to every pixel.
    private mutating func chargeAll(_ next: String) {
        let steps = writer.value("load i64, ptr \(commonStepsSlot)")
        let spent = writer.value("add nsw i64 \(steps), 1")
        writer.line("store i64 \(spent), ptr \(commonStepsSlot)")
        let type = writer.vector("i32")
        let allowed = allowedSteps(after: spent)
        let allowed32 = writer.value("trunc i64 \(allowed) to i32")
        let limit = writer.splat(allowed32, "i32")
        let own = writer.value("load \(type), ptr \(stepsSlot)")
        let isOver = writer.value("icmp sgt \(type) \(own), \(limit)")
        stopIfAny(isOver, next)
    }

    /// Emits code that charges one step to each active pixel, and ends the loop if there is none.
    private mutating func chargeActive(_ next: String, end: String) {
        let type = writer.vector("i32")
        let common = writer.value("load i64, ptr \(commonStepsSlot)")
        let allowed = allowedSteps(after: common)
        let allowed32 = writer.value("trunc i64 \(allowed) to i32")
        let limit = writer.splat(allowed32, "i32")
        let mask = writer.value("load \(writer.vector("i1")), ptr \(activeSlot)")
        let some = writer.any(mask)
        let charge = writer.newLabel("charge")
        writer.branch(some, charge, end)
        writer.start(charge)
        let own = writer.value("load \(type), ptr \(stepsSlot)")
        let one = writer.value("zext \(writer.vector("i1")) \(mask) to \(type)")
        let spent = writer.value("add \(type) \(own), \(one)")
        writer.line("store \(type) \(spent), ptr \(stepsSlot)")
        let isOver = writer.value("icmp sgt \(type) \(spent), \(limit)")
        let counts = writer.value("and \(writer.vector("i1")) \(isOver), \(mask)")
        stopIfAny(counts, next)
    }

    /// Emits the number of steps (i64) that a pixel may still take after all pixels have taken `common`. The number is
    /// negative if the rendering is to be stopped. So the check of the budget ends the loop, and no other check is
    /// needed.
    private mutating func allowedSteps(after common: String) -> String {
        let flag = writer.value("load atomic volatile i64, ptr \(stop) monotonic, align 8")
        let left = writer.value("sub nsw i64 \(budget), \(common)")
        return writer.value("sub nsw i64 \(left), \(flag)")
    }

    /// Emits code that adds the steps of a block's pixels to the total, and ends the run if the total is too large.
    /// Lanes that repeat a pixel count too.
    mutating func countSteps() {
        guard !doneStepsSlot.isEmpty else { return }
        let (narrow, wide) = (writer.vector("i32"), writer.vector("i64"))
        let own = writer.value("load \(narrow), ptr \(stepsSlot)")
        let extended = writer.value("zext \(narrow) \(own) to \(wide)")
        let sum = writer.call("llvm.vector.reduce.add.v\(lanes)i64", "i64", [(wide, extended)])
        let common = writer.value("load i64, ptr \(commonStepsSlot)")
        let all = writer.value("mul nsw i64 \(common), \(lanes)")
        let before = writer.value("load i64, ptr \(doneStepsSlot)")
        let partly = writer.value("add nsw i64 \(before), \(all)")
        let done = writer.value("add nsw i64 \(partly), \(sum)")
        writer.line("store i64 \(done), ptr \(doneStepsSlot)")
        let isTooMany = writer.value("icmp ugt i64 \(done), \(stepsLeft)")
        let next = writer.newLabel("counted")
        writer.branch(isTooMany, "exhausted", next, expect: false)
        writer.start(next)
    }

    /// Emits code that stores the total number of steps in the frame.
    mutating func storeDoneSteps() {
        guard !doneStepsSlot.isEmpty else { return }
        let done = writer.value("load i64, ptr \(doneStepsSlot)")
        let place = writer.value("getelementptr i8, ptr %frame, i64 \(KernelFrame.Field.stepsDone.offset)")
        writer.line("store i64 \(done), ptr \(place), align 8")
    }

    private mutating func stopIfAny(_ mask: String, _ next: String) {
        let any = writer.any(mask)
        writer.line("store \(writer.vector("i1")) \(mask), ptr \(overrunSlot)")
        writer.branch(any, "overrun", next, expect: false)
    }
}
