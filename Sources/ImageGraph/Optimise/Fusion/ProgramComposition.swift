import KernelLanguage

/// Fuses two programs into one: the consumer's code, with the producer's code in place of an image that the consumer
/// reads only at the pixel being computed.
///
/// The producer's code runs once, before the consumer's, whether the result is used or not; this is possible because
/// code has no side effects. The parameters are the consumer's without the replaced images, then the producer's, then
/// `offset` (vec2) and `edges` (vec4) if requested.
struct ProgramComposition {
    /// The program that computes the pixels.
    let producer: Program
    /// The program that reads the pixels.
    let consumer: Program
    /// Indices of the consumer's parameters that show the producer's result.
    let replaced: Set<Int>
    /// For each parameter of the producer, the index of the consumer's parameter that is bound to the same image; nil
    /// if there is none.
    let shared: [Int?]
    /// Whether the producer's pixel is `offset` away from the consumer's.
    let isShifted: Bool
    /// Whether the producer's result is replaced by transparent black outside of `edges`: left, bottom, right and top
    /// in the consumer's coordinates.
    let isMasked: Bool

    private static let maximumNameLength = 120

    /// Indices of the consumer's parameters that are kept, in order.
    private var kept: [Int] { consumer.parameters.indices.filter { !replaced.contains($0) } }
    /// Indices of the producer's parameters that are added, in order.
    private var added: [Int] { producer.parameters.indices.filter { shared[$0] == nil } }

    /// Returns the fused program, not yet simplified.
    func program() -> Program {
        let consumerReads = ProgramReads(consumer)
        let producerReads = ProgramReads(producer)
        var result = consumer
        result.parameters = parameters()
        var renamings = self.renamings(for: result.parameters)
        renamings.producer.registerOffset = consumer.registers.count
        renamings.producer.arrayOffset = consumer.arrays.count
        renamings.producer.labelOffset = consumerReads.labelCount
        renamings.producer.span = consumer.span
        result.registers += producer.registers
        result.arrays += producer.arrays
        var code = CodeBuilder(registers: result.registers, span: consumer.span)
        if isShifted, producerReads.readsDestination {
            renamings.producer.destination = code.shiftedDestination(by: kept.count + added.count)
        }
        let inside = isMasked ? code.isDestinationInside(result.parameters.count - 1) : nil
        code.prologue += renamings.producer.instructions(producer.prologue)
        let body = renamings.producer.statements(producer.body)
        let outputs = producer.outputs.map { renamings.producer.register($0) }
        if let inside, producerReads.hasLoop {
            // Outside of its extent the producer's loop might not end, so its code must not run there.
            code.demoteToVarying(from: consumer.registers.count, except: code.prologue)
            renamings.consumer.results = code.branch(inside, body, outputs)
        } else {
            code.body += body
            renamings.consumer.results = inside.map { code.select($0, outputs) } ?? outputs
        }
        result.prologue = code.prologue + renamings.consumer.instructions(consumer.prologue)
        result.body = code.body + renamings.consumer.statements(consumer.body)
        result.registers = code.registers
        result.kind = consumer.kind == .color && producer.kind == .color ? .color : .general
        // The producer's spans refer to another source, so the consumer's span is used.
        if result.freeSampling.isEmpty, !producer.freeSampling.isEmpty { result.freeSampling = [consumer.span] }
        result.name = name
        return result
    }

    private var name: String {
        let joined = "\(producer.name) + \(consumer.name)"
        return joined.count <= Self.maximumNameLength
            ? joined : "… + \(consumer.name)".suffix(Self.maximumNameLength).description
    }

    private func parameters() -> [KernelParameter] {
        var result = consumer.parameters
        for (parameter, target) in zip(producer.parameters, shared) {
            // A sampler parameter can also be read at single pixels.
            if let target, parameter.type == .sampler { result[target].type = .sampler }
        }
        result = kept.map { result[$0] }
        result += added.map { index in
            var parameter = producer.parameters[index]
            parameter.span = consumer.span
            return parameter
        }
        if isShifted { result.append(KernelParameter(name: "offset", type: .vector(2), span: consumer.span)) }
        if isMasked { result.append(KernelParameter(name: "edges", type: .vector(4), span: consumer.span)) }
        return result
    }

    private func renamings(
        for parameters: [KernelParameter]
    ) -> (consumer: ProgramRenaming, producer: ProgramRenaming) {
        var ofConsumer = [Int?](repeating: nil, count: consumer.parameters.count)
        for (new, old) in kept.enumerated() { ofConsumer[old] = new }
        var ofProducer = shared.map { $0.flatMap { ofConsumer[$0] } }
        for (new, old) in added.enumerated() { ofProducer[old] = kept.count + new }
        var imageNumbers: [Int: Int] = [:]
        for (index, parameter) in parameters.enumerated() where parameter.type.isImage {
            imageNumbers[index] = imageNumbers.count
        }
        func images(_ program: Program, _ map: [Int?]) -> [Int?] {
            program.parameters.indices.filter { program.parameters[$0].type.isImage }.map { index in
                map[index].flatMap { imageNumbers[$0] }
            }
        }
        return (
            ProgramRenaming(parameters: ofConsumer, images: images(consumer, ofConsumer)),
            ProgramRenaming(parameters: ofProducer, images: images(producer, ofProducer))
        )
    }
}
