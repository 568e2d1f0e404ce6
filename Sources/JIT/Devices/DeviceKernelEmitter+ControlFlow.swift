import DeviceKernels
import KernelLanguage

extension DeviceKernelEmitter {
    /// Emits statements, up to the first after which control doesn't continue. Control continues at `end`, a basic
    /// block that the caller starts.
    mutating func writeList(_ statements: [Statement], end: String) throws(EmissionError) {
        for statement in statements {
            switch statement {
            case .compute(let instruction): try write(instruction)
            case .branch(let condition, let then, let otherwise, _): try writeBranch(condition, then, otherwise)
            case .block(let label, let body, _): try writeBlock(label, body)
            case .loop(let body, _): try writeLoop(body)
            case .exit(let label, _):
                guard let end = labels[label] else {
                    throw .invalidProgram("an exit to label \(label), which no block has")
                }
                writer.jump(end)
            }
            if writer.isTerminated { return }
        }
        writer.jump(end)
    }

    private mutating func writeBranch(
        _ condition: Register, _ then: [Statement], _ otherwise: [Statement]
    ) throws(EmissionError) {
        let condition = try read(condition)
        guard condition.type == .bool else { throw .invalidProgram("a condition is not a bool") }
        let (first, second, after) = (writer.newLabel("then"), writer.newLabel("else"), writer.newLabel("after"))
        writer.branch(condition.name, first, second)
        writer.start(first)
        try writeList(then, end: after)
        writer.start(second)
        try writeList(otherwise, end: after)
        writer.start(after)
    }

    private mutating func writeBlock(_ label: Int, _ body: [Statement]) throws(EmissionError) {
        guard labels[label] == nil else { throw .invalidProgram("label \(label) is used twice") }
        let end = writer.newLabel("end")
        labels[label] = end
        try writeList(body, end: end)
        labels[label] = nil
        writer.start(end)
    }

    private mutating func writeLoop(_ body: [Statement]) throws(EmissionError) {
        let header = writer.newLabel("loop")
        writer.start(header)
        chargeStep()
        try writeList(body, end: header)
    }

    // MARK: The step budget

    /// Emits what all loops need.
    mutating func prepareLoops(column: String, row: String, width: String) {
        let start = writer.value("mul i64 \(row), \(width)")
        number = writer.value("trunc i64 \(writer.value("add i64 \(start), \(column)")) to i32")
        budget = writer.value("trunc i64 \(writer.blockField("i64", .stepBudget)) to i32")
        stepsSlot = writer.slot("i32")
        writer.line("store i32 0, ptr \(stepsSlot)")
    }

    /// The fault word at present, which other pixels and the host change.
    var faultWord: String {
        writer.value("load atomic volatile i32, \(FunctionWriter.devicePointer) \(fault) monotonic, align 4")
    }

    /// Emits code that charges one step, and ends the pixel if it has none left. Every so often, it ends the pixel if
    /// one before it reported a fault. So an endless loop in all pixels ends soon after the first of them.
    private func chargeStep() {
        let before = writer.value("load i32, ptr \(stepsSlot)")
        let spent = writer.value("add i32 \(before), 1")
        writer.line("store i32 \(spent), ptr \(stepsSlot)")
        let isOver = writer.value("icmp ugt i32 \(spent), \(budget)")
        let (affordable, check, next) = (
            writer.newLabel("affordable"), writer.newLabel("check"), writer.newLabel("repeat")
        )
        writer.branch(isOver, "overrun", affordable, expect: false)
        writer.start(affordable)
        let part = writer.value("and i32 \(spent), \(Self.stepsBetweenFaultChecks - 1)")
        let isDue = writer.value("icmp eq i32 \(part), 0")
        writer.branch(isDue, check, next, expect: false)
        writer.start(check)
        let isNeeded = writer.value("icmp ugt i32 \(faultWord), \(number)")
        writer.branch(isNeeded, next, "done", expect: true)
        writer.start(next)
    }

    /// Emits the end of a pixel over its budget, which reports its number.
    func writeOverrun() {
        writer.start("overrun")
        let pointer = FunctionWriter.devicePointer
        _ = writer.value("atomicrmw umin \(pointer) \(fault), i32 \(number) monotonic, align 4")
        writer.jump("done")
    }
}

extension Program {
    /// Whether the program has a loop.
    var hasLoops: Bool { !DivergentLoops(self).areDivergent.isEmpty }
}
