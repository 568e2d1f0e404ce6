import KernelLanguage
import Pixels

extension BlockProgramBuilder {
    /// Decodes statements up to the first exit or loop. Later statements are unreachable.
    mutating func decode(_ statements: [Statement]) throws {
        for statement in statements {
            try WorkMeter.check()
            switch statement {
            case .compute(let instruction):
                try decode(instruction)
            case .branch(let condition, let then, let otherwise, _):
                try decodeBranch(condition, then, otherwise)
            case .block(let label, let body, _):
                try decodeBlock(label, body)
            case .loop(let body, _):
                try decodeLoop(body)
            case .exit(let label, _):
                try decodeExit(label)
            }
            if statement.isLast { return }
        }
    }

    private mutating func decodeBranch(_ condition: Register, _ then: [Statement], _ otherwise: [Statement]) throws {
        let place = try place(reading: condition)
        conditionalDepth += 1
        defer { conditionalDepth -= 1 }
        let before = waiting
        if place < 0 {
            let test = emit(.jumpUnless, [place])
            try decode(then)
            if otherwise.isEmpty {
                patch([test])
            } else {
                let skip = emit(.jump)
                patch([test])
                let after = waiting
                waiting = before
                try decode(otherwise)
                waiting.formUnion(after)
                patch([skip])
            }
            return
        }
        guard !(then.isEmpty && otherwise.isEmpty) else { return }
        usesStates = true
        varyingDepth += 1
        let token = newToken()
        let split = emit(.split(sense: !then.isEmpty), [place])
        body[split].token = token
        skips.append([split])
        try decode(then.isEmpty ? otherwise : then)
        var end = token
        if !then.isEmpty, !otherwise.isEmpty {
            end = newToken()
            patch(skips.removeLast())
            let swap = emit(.swap)
            body[swap].token = token
            body[swap].second = end
            skips.append([swap])
            try decode(otherwise)
        }
        patch(skips.removeLast())
        varyingDepth -= 1
        merge(end)
    }

    private mutating func decodeBlock(_ label: Int, _ statements: [Statement]) throws {
        guard labels[label] == nil else { throw invalid("label \(label) is used twice") }
        labels[label] = Label(token: newToken())
        skips.append([])
        try decode(statements)
        guard let ended = labels.removeValue(forKey: label) else { return }
        patch(ended.jumps)
        patch(skips.removeLast())
        waiting.remove(label)
        if ended.isAwaited { merge(ended.token) }
    }

    private mutating func decodeLoop(_ statements: [Statement]) throws {
        let diverges = isVarying || divergentLoops.areDivergent[loopIndex]
        loopIndex += 1
        conditionalDepth += 1
        if diverges { varyingDepth += 1 }
        let before = waiting
        lifetimes.beginLoop(at: body.count)
        let start = body.count
        emit(diverges ? .stepActive : .stepAll)
        usesStates = usesStates || diverges
        skips.append(diverges ? [start] : [])
        try decode(statements)
        let back = emit(.jump)
        body[back].target = Int32(start)
        patch(skips.removeLast())
        lifetimes.endLoop(at: back)
        if diverges { varyingDepth -= 1 }
        conditionalDepth -= 1
        guard diverges || waiting == before else { throw invalid("pixels leave a uniform loop one by one") }
    }

    private mutating func decodeExit(_ label: Int) throws {
        guard let token = labels[label]?.token else { throw invalid("an exit to label \(label), which no block has") }
        if isVarying {
            usesStates = true
            let leave = emit(.leave)
            body[leave].token = token
            labels[label]?.isAwaited = true
            waiting.insert(label)
        } else {
            let jump = emit(.jump)
            labels[label]?.jumps.append(jump)
        }
    }

    /// Activates the pixels that wait for `token`. If no pixel is active then, execution continues at the end of the
    /// enclosing branch arm, block or loop.
    private mutating func merge(_ token: Int32) {
        usesStates = true
        let index = emit(.merge)
        body[index].token = token
        skips[skips.count - 1].append(index)
    }

    private mutating func newToken() -> Int32 {
        defer { nextToken += 1 }
        return nextToken
    }
}
