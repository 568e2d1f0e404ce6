import KernelLanguage

/// Removes repeated and unused computations from kernels that were fused.
package struct SimplifyFusedKernels: GraphRule {
    /// Name for `explain`.
    package let name = "simplify fused kernels"
    /// The law that the rule relies on.
    package let law =
        "equal instructions with equal operands have equal results, and unused results can be removed"
    /// Every bit is kept.
    package let exactness = RuleExactness.exact

    /// Creates the rule.
    package init() {}

    /// Returns the kernel with a shorter program, if it has just been fused.
    package func rewrite(_ node: ImageNode, in context: OptimisationContext) -> ImageNode? {
        guard case .kernel(var application) = node.operation, !application.isSimplified else { return nil }
        application.program = application.program.simplified()
        application.isSimplified = true
        return ImageNode(.kernel(application.withoutUnreadParameters), extent: node.extent)
    }
}

extension KernelApplication {
    /// The same application without the parameters that its program doesn't read.
    fileprivate var withoutUnreadParameters: KernelApplication {
        let reads = ProgramReads(program)
        var imageNumber = 0
        let isRead = program.parameters.enumerated().map { index, parameter in
            guard parameter.type.isImage else { return reads.numbers.contains(index) }
            let image = reads.images[imageNumber]
            imageNumber += 1
            return image.isReadAtDestination || image.isReadAtPoints || image.isReadInSamplerSpace
        }
        if isRead.allSatisfy({ $0 }) { return self }
        let kept = program.parameters.indices.filter { isRead[$0] }
        let keptImages = kept.filter { program.parameters[$0].type.isImage }.map(imageNumber(ofParameter:))
        var renaming = ProgramRenaming(
            parameters: Array(repeating: nil, count: program.parameters.count),
            images: Array(repeating: nil, count: program.samplerCount))
        for (new, old) in kept.enumerated() { renaming.parameters[old] = new }
        for (new, old) in keptImages.enumerated() { renaming.images[old] = new }
        var shorter = program
        shorter.parameters = kept.map { program.parameters[$0] }
        shorter.prologue = renaming.instructions(program.prologue)
        shorter.body = renaming.statements(program.body)
        let regionOfInterest = regionOfInterest
        var result = KernelApplication(program: shorter, arguments: kept.map { arguments[$0] }) { index, output in
            index < keptImages.count ? regionOfInterest(keptImages[index], output) : .null
        }
        (result.parts, result.regionDepth, result.regionFailures) = (parts, regionDepth + 1, regionFailures)
        result.callsRegionFunctionOnce = callsRegionFunctionOnce
        return result
    }
}
