/// A recipe that is ready to be rendered: optimised, divided into passes, and with compiled kernels. It doesn't depend
/// on which part of the image is rendered, apart from the rules that remove invisible images.
struct PreparedRecipe: Sendable {
    /// The nodes of the optimised recipe, inputs first.
    let steps: [RenderStep]
    /// The passes in the order of execution, the one that computes the image itself last.
    let passes: [RenderPass]
    /// Cache keys of the stored results, by step; empty if they aren't kept between renderings.
    var keys: [Int: IntermediateCache.Key] = [:]

    /// The first step whose region function is called once per rendering; nil if there is none.
    var firstStepWithSingleRegionCall: RenderStep? { steps.first(where: \.callsRegionFunctionOnce) }

    /// Whether a source may have other pixels in the next rendering.
    var readsChangingPixels: Bool { steps.contains(where: \.readsChangingPixels) }

    /// The sources that are read from the top down, by step.
    var streams: [Int: StreamedSource] {
        var result: [Int: StreamedSource] = [:]
        for (index, step) in steps.enumerated() {
            if case .streamed(let stream) = step.operation { result[index] = stream }
        }
        return result
    }
}
