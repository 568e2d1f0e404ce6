import DeviceKernels
import KernelLanguage

/// Structured control flow.
///
/// SPIR-V can leave the innermost loop, and no other. So a block that is left from the middle becomes a loop that runs
/// once. An exit from a loop inside it stores the label in a variable, and after every loop that the exit leaves, a
/// test of the variable leaves the next one.
///
/// Most exits need none of this: where control reaches the end of a block anyway, an exit to it is nothing at all.
extension SPIRVKernelEmitter {
    /// Writes statements, up to the first after which no others are reachable.
    ///
    /// - Parameter tail: The labels of the blocks that end where the list ends.
    mutating func writeList(_ statements: [Statement], tail: Set<Int> = []) throws {
        let count = (statements.firstIndex(where: \.isLast) ?? statements.count - 1) + 1
        for (index, statement) in statements.prefix(count).enumerated() {
            let tail = index == count - 1 ? tail : []
            switch statement {
            case .compute(let instruction): try write(instruction)
            case .branch(let condition, let then, let otherwise, _):
                let condition = try read(condition)
                if otherwise.isEmpty {
                    try writer.selection(condition) { try writeList(then, tail: tail) }
                } else {
                    try writer.selection(
                        condition, then: { try writeList(then, tail: tail) },
                        otherwise: { try writeList(otherwise, tail: tail) })
                }
            case .block(let label, let body, _):
                let labels = tail.union([label])
                if Self.needsConstruct(body, labels) {
                    try writeConstruct(labels) { try $0.writeList(body, tail: labels) }
                } else {
                    try writeList(body, tail: labels)
                }
            case .loop(let body, _):
                try writeConstruct(tail, repeats: true) {
                    $0.chargeStep()
                    try $0.writeList(body)
                }
            case .exit(let label, _):
                if !tail.contains(label) { try writeExit(label) }
            }
            if writer.isTerminated { return }
        }
    }

    /// Whether an exit to one of the labels leaves a list that ends where the blocks end, from the middle.
    private static func needsConstruct(_ statements: [Statement], _ labels: Set<Int>, isTail: Bool = true) -> Bool {
        let count = (statements.firstIndex(where: \.isLast) ?? statements.count - 1) + 1
        return statements.prefix(count).enumerated().contains { index, statement in
            let isTail = isTail && index == count - 1
            switch statement {
            case .compute: return false
            case .exit(let label, _): return !isTail && labels.contains(label)
            case .branch(_, let then, let otherwise, _):
                return needsConstruct(then, labels, isTail: isTail) || needsConstruct(otherwise, labels, isTail: isTail)
            // At the end, the inner block or loop handles exits to these labels itself.
            case .block(_, let body, _), .loop(let body, _):
                return !isTail && needsConstruct(body, labels, isTail: false)
            }
        }
    }

    /// Writes a loop.
    ///
    /// - Parameters:
    ///   - labels: The labels of the blocks that end where the loop ends.
    ///   - repeats: Whether the body is repeated until it is left. Otherwise it runs once.
    private mutating func writeConstruct(
        _ labels: Set<Int>, repeats: Bool = false, body: (inout SPIRVKernelEmitter) throws -> Void
    ) throws {
        let (header, inside, next, merge) = (module.newID(), module.newID(), module.newID(), module.newID())
        writer.jump(header)
        writer.start(header)
        writer.run(.loopMerge, [merge, next, 0])
        writer.jump(inside)
        writer.start(inside)
        constructs.append(Construct(merge: merge, labels: labels))
        try body(&self)
        let construct = constructs.removeLast()
        let endsAtMerge = !repeats && !writer.isTerminated
        writer.jump(repeats ? next : merge)
        writer.start(next)
        writer.jump(header)
        writer.start(merge)
        guard endsAtMerge || isLeft(construct) else {
            writer.end(.unreachable)
            return
        }
        writeArrival(construct)
    }

    /// Whether an exit jumps to the loop's end.
    private func isLeft(_ construct: Construct) -> Bool {
        construct.isLeft || !construct.pending.isEmpty || !construct.escaping.isEmpty
    }

    /// Writes what follows a loop: pixels that are on their way to an outer label leave the next loop.
    private mutating func writeArrival(_ construct: Construct) {
        guard !(construct.pending.isEmpty && construct.escaping.isEmpty) else { return }
        let pending = pendingSlot()
        let none = module.constant(0 as Int32)
        if construct.escaping.isEmpty {
            // Whoever is on the way has arrived.
            writer.store(none, to: pending)
            return
        }
        if !construct.pending.isEmpty {
            let label = writer.load(module.int, pending)
            let tests = construct.pending.sorted().map { writer.test(.iEqual, [label, token($0)]) }
            let isHere = tests.dropFirst().reduce(tests[0]) { writer.test(.logicalOr, [$0, $1]) }
            writer.store(writer.select(module.int, isHere, none, label), to: pending)
        }
        let isOnTheWay = writer.test(.iNotEqual, [writer.load(module.int, pending), none])
        writer.selection(isOnTheWay) { writer.jump(constructs[constructs.count - 1].merge) }
    }

    private mutating func writeExit(_ label: Int) throws {
        guard let target = constructs.lastIndex(where: { $0.labels.contains(label) }) else {
            throw SPIRVEmissionError.invalidProgram("an exit to label \(label), which no block has")
        }
        let innermost = constructs.count - 1
        constructs[innermost].isLeft = true
        if target < innermost {
            constructs[target].pending.insert(label)
            for index in (target + 1)...innermost { constructs[index].escaping.insert(label) }
            writer.store(token(label), to: pendingSlot())
        }
        writer.jump(constructs[innermost].merge)
    }

    private mutating func pendingSlot() -> UInt32 {
        if let pendingVariable { return pendingVariable }
        let variable = writer.variable(module.int)
        pendingVariable = variable
        return variable
    }

    private func token(_ label: Int) -> UInt32 { module.constant(Int32(truncatingIfNeeded: label + 1)) }

    // MARK: Steps

    /// Mask of the steps at which a loop checks whether a pixel before its own has failed.
    private static let checkMask: Int32 = 1023

    /// The fault word at present, which other invocations and the processor change.
    var faultWord: UInt32 {
        let (device, relaxed) = (module.constant(1 as Int32), module.constant(0 as Int32))
        return writer.value(.atomicLoad, module.int, [writer.pointer(module.int, at: fault), device, relaxed])
    }

    /// Writes code that charges one step to the pixel, and ends it if there is none left.
    private func chargeStep() {
        let steps = writer.load(module.int, stepsVariable)
        let spent = writer.value(.iAdd, module.int, [steps, module.constant(1 as Int32)])
        writer.store(spent, to: stepsVariable)
        let (device, relaxed) = (module.constant(1 as Int32), module.constant(0 as Int32))
        writer.selection(writer.test(.uGreaterThan, [spent, budget])) {
            let word = writer.pointer(module.int, at: fault)
            _ = writer.value(.atomicUMin, module.int, [word, device, relaxed, number])
            writer.end(.return)
        }
        let part = writer.value(.bitwiseAnd, module.int, [spent, module.constant(Self.checkMask)])
        writer.selection(writer.test(.iEqual, [part, module.constant(0 as Int32)])) {
            let isNeedless = writer.test(.uLessThanEqual, [faultWord, number])
            writer.selection(isNeedless) { writer.end(.return) }
        }
    }
}
