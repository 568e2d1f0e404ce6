import ImageGraph
import KernelLanguage
import Pixels

/// Builds a pass: collects the steps to compute per tile, inserts copies where formats differ, and assigns scratch
/// slots.
struct RenderPassBuilder {
    private let steps: [RenderStep]
    private let stored: Set<Int>
    private let storedFormat: PixelFormat
    private let backend: any KernelBackend
    private var drafts: [Draft] = []
    private var places: [Int: RenderPass.Input] = [:]
    private var unpacked: [RenderPass.Input: Int] = [:]

    private struct Draft {
        let step: Int
        let isCopy: Bool
        var inputs: [RenderPass.Input]
        var format: PixelFormat
    }

    /// - Parameters:
    ///   - stored: Indices of the steps whose results are stored.
    ///   - storedFormat: The format of these results.
    init(steps: [RenderStep], stored: Set<Int>, storedFormat: PixelFormat, backend: any KernelBackend) {
        (self.steps, self.stored, self.storedFormat, self.backend) = (steps, stored, storedFormat, backend)
    }

    /// Returns the format in which a stored step's pixels are kept. Unconverted values of sources keep their precision.
    func format(ofStored step: Int) -> PixelFormat {
        switch steps[step].operation {
        case .rawSource: .RGBAf
        // Sums and counts don't fit in half floats.
        case .native(let computation) where computation.needsFullPrecision: .RGBAf
        default: storedFormat
        }
    }

    /// Returns the pass that computes step `root` in `format`.
    func pass(root: Int, format: PixelFormat) throws -> RenderPass {
        var builder = self
        return try builder.build(root, format)
    }

    private mutating func build(_ root: Int, _ format: PixelFormat) throws -> RenderPass {
        for step in order(of: root) { append(step) }
        let place = places[root] ?? .held(root)
        var (writer, offset) = (drafts.count, (dx: 0, dy: 0))
        if let direct = directWriter(from: place, format: format) {
            (writer, offset) = direct
        } else {
            drafts.append(Draft(step: root, isCopy: true, inputs: [place], format: format))
        }
        let slots = slots(writer: writer)
        var members: [RenderPass.Member] = []
        for (index, draft) in drafts.enumerated() {
            let result = index == writer ? format : draft.format
            members.append(
                RenderPass.Member(
                    step: draft.step, isCopy: draft.isCopy, kernel: try kernel(for: draft, output: result),
                    inputs: draft.inputs, format: result, slot: slots[index]))
        }
        return RenderPass(
            root: root, format: format, members: members, writer: writer, writerOffset: offset,
            heldFormats: heldFormats)
    }

    /// The formats of the pixels that are in memory before the pass begins, by step.
    private var heldFormats: [Int: PixelFormat] {
        var result: [Int: PixelFormat] = [:]
        for draft in drafts {
            for case .held(let step) in draft.inputs { result[step] = format(of: .held(step)) }
        }
        return result
    }

    /// Returns the steps to compute per tile, each after its inputs.
    private func order(of root: Int) -> [Int] {
        var reached: Set<Int> = [root]
        // Inputs have smaller indices, so one descending pass reaches all of them.
        for index in stride(from: root, through: 0, by: -1) where reached.contains(index) {
            for input in steps[index].inputs where !stored.contains(input) { reached.insert(input) }
        }
        return reached.sorted()
    }

    private mutating func append(_ step: Int) {
        let operation = steps[step].operation
        if operation.heldFormat != nil {
            places[step] = .held(step)
            return
        }
        var inputs = steps[step].inputs.map { places[$0] ?? .held($0) }
        var format = PixelFormat.RGBAf
        if operation.isView {
            format = inputs.first.map(self.format) ?? .RGBAf
        } else if let result = storedResult(of: operation, inputs) {
            format = result
        } else {
            // Only kernels read other formats than floats, and not for a warp kernel's image, which is its last one.
            let readable = operation.kernel.map { $0.samplers.count } ?? 0
            for index in inputs.indices {
                let given = self.format(of: inputs[index])
                if given == .RGBAf { continue }
                if index < readable, let kernel = operation.kernel, backend.canRead(given, in: kernel.program) {
                    continue
                }
                inputs[index] = unpacked(inputs[index])
            }
        }
        places[step] = .member(drafts.count)
        drafts.append(Draft(step: step, isCopy: false, inputs: inputs, format: format))
    }

    /// Returns the format of an operator's result if it reads its inputs as they are stored; nil if they must be
    /// copied.
    private func storedResult(of operation: StepOperation, _ inputs: [RenderPass.Input]) -> PixelFormat? {
        guard let first = inputs.first.map(format), first != .RGBAf, inputs.allSatisfy({ format(of: $0) == first })
        else { return nil }
        return operation.storedPixelOperator?.resultFormat(reading: first)
    }

    private func format(of place: RenderPass.Input) -> PixelFormat {
        switch place {
        case .member(let index): drafts[index].format
        case .held(let step): steps[step].operation.heldFormat ?? format(ofStored: step)
        }
    }

    /// Returns the place of a float copy of the pixels at `place`.
    private mutating func unpacked(_ place: RenderPass.Input) -> RenderPass.Input {
        if let index = unpacked[place] { return .member(index) }
        let step =
            switch place {
            case .member(let index): drafts[index].step
            case .held(let step): step
            }
        unpacked[place] = drafts.count
        drafts.append(Draft(step: step, isCopy: true, inputs: [place], format: .RGBAf))
        return .member(drafts.count - 1)
    }

    /// Follows views from the root to the member whose pixels they show. Returns nil if another member reads a result
    /// on the way, or if that member can't write the pass's format.
    private func directWriter(
        from place: RenderPass.Input, format: PixelFormat
    ) -> (Int, (dx: Int, dy: Int))? {
        guard case .member(var writer) = place else { return nil }
        var uses = [Int](repeating: 0, count: drafts.count)
        for draft in drafts {
            for case .member(let place) in draft.inputs { uses[place] += 1 }
        }
        var offset = (dx: 0, dy: 0)
        while !drafts[writer].isCopy, let (dx, dy) = steps[drafts[writer].step].operation.viewOffset {
            guard case .member(let next)? = drafts[writer].inputs.first, uses[next] == 1 else { return nil }
            (writer, offset) = (next, (offset.dx + dx, offset.dy + dy))
        }
        let kernel = steps[drafts[writer].step].operation.kernel
        let isWritten =
            kernel.map { format == .RGBAf || $0.warped == nil && backend.canWrite(format) }
            ?? (drafts[writer].format == format || canWrite(format, drafts[writer]))
        return drafts[writer].isCopy || isWritten ? (writer, offset) : nil
    }

    /// Whether a member's operator can write a format that its result doesn't have in scratch memory.
    private func canWrite(_ format: PixelFormat, _ draft: Draft) -> Bool {
        guard !draft.isCopy, let given = draft.inputs.first.map(self.format),
            draft.inputs.allSatisfy({ self.format(of: $0) == given }),
            let computation = steps[draft.step].operation.storedPixelOperator
        else { return false }
        return computation.canWrite(format, reading: given)
    }

    /// Returns the kernel that computes a member; nil for a member that other code computes.
    private func kernel(for draft: Draft, output: PixelFormat) throws -> (any PreparedKernel)? {
        try WorkMeter.check()
        let formats = draft.inputs.map(format)
        if draft.isCopy { return try PixelCopy.kernel(from: formats.first ?? .RGBAf, to: output, backend: backend) }
        guard let kernel = steps[draft.step].operation.kernel else { return nil }
        let result = kernel.warped == nil ? output : .RGBAf
        do {
            return try backend.prepare(kernel.program, layout: kernel.layout(formats: formats, output: result))
        } catch {
            throw RenderingError.kernelFailed(kernel: kernel.name, underlying: error)
        }
    }

    /// Assigns scratch slots. A slot is reused after the last read of its pixels; a view extends the lifetime of its
    /// input's slot.
    private func slots(writer: Int) -> [Int?] {
        func isView(_ index: Int) -> Bool { !drafts[index].isCopy && steps[drafts[index].step].operation.isView }
        var owner = Array(drafts.indices)
        var lastUse = Array(drafts.indices)
        for member in drafts.indices {
            for case .member(let place) in drafts[member].inputs {
                if isView(member) { owner[member] = owner[place] }
                lastUse[owner[place]] = member
            }
        }
        var result = [Int?](repeating: nil, count: drafts.count)
        var free: [Int] = []
        var count = 0
        var ending: [Int: [Int]] = [:]
        for member in drafts.indices {
            if owner[member] == member, member != writer, !isView(member) {
                // The slot is taken before the inputs' slots are released, because a step must not overwrite its
                // inputs.
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
