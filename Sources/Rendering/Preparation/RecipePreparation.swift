import ImageGraph
import Pixels

/// Prepares recipes for rendering: optimises them, divides them into passes, and compiles their kernels.
struct RecipePreparation {
    let configuration: RendererConfiguration
    let caches: RendererCaches
    /// Records the time that preparation takes.
    let control: RenderingControl

    /// Returns a recipe prepared for rendering `region` in `format`, from the cache if it was rendered recently.
    func recipe(of node: ImageNode, region: PixelRect, format: PixelFormat) throws -> PreparedRecipe {
        // Every frame of a video has a recipe of its own, but most of them differ in their pixels only.
        guard let (shape, sources) = RecipeShape.make(node, for: .preparation) else {
            return try recipe(of: node, region: region, format: format) {
                try passes(
                    of: try optimised(node, region: region, format: format), builtFrom: node, format: format)
            }
        }
        let key = RecipeShapeCache<RecipeTemplate>.Key(shape: shape, region: region, format: format)
        if let known = caches.templates.value(for: key) { return try known.bound(to: sources) }
        return try control.recordingPreparation {
            let template = try RecipeTemplate(node, shape, sources: sources) { node in
                let root = try rewritten(node, region: region, format: format)
                var recipe = try passes(of: root, builtFrom: node, format: format)
                if configuration.cacheIntermediates { recipe.keys = caches.intermediates.keys(for: recipe) }
                return recipe
            }
            caches.templates.insert(template, for: key)
            return try template.bound(to: sources)
        }
    }

    /// Returns a recipe from the cache, or the one that `prepare` returns.
    func recipe(
        of node: ImageNode, region: PixelRect, format: PixelFormat, prepare: () throws -> PreparedRecipe
    ) throws -> PreparedRecipe {
        let (key, core) = RecipeKey.make(node, region: region, format: format)
        if let known = caches.recipes.recipe(for: key, of: core) { return known }
        return try control.recordingPreparation {
            var recipe = try prepare()
            if configuration.cacheIntermediates { recipe.keys = caches.intermediates.keys(for: recipe) }
            // A cached recipe would keep a buffer of pixels from being used again until the next rendering.
            if !recipe.readsChangingPixels { caches.recipes.insert(recipe, for: key, of: core) }
            return recipe
        }
    }

    /// Returns an equivalent, cheaper recipe. Recipes of one shape, such as those of the pictures of a folder, are
    /// optimised once.
    func optimised(_ node: ImageNode, region: PixelRect, format: PixelFormat) throws -> ImageNode {
        guard configuration.optimises, let (shape, sources) = RecipeShape.make(node, for: .optimisation) else {
            return try rewritten(node, region: region, format: format)
        }
        let key = RecipeShapeCache<OptimisedRecipe>.Key(shape: shape, region: region, format: format)
        if let known = caches.optimised.value(for: key) { return known.bound(to: sources) }
        let recipe = try OptimisedRecipe(node, shape, sources: sources) {
            try rewritten($0, region: region, format: format)
        }
        caches.optimised.insert(recipe, for: key)
        return recipe.bound(to: sources)
    }

    private func rewritten(_ node: ImageNode, region: PixelRect, format: PixelFormat) throws -> ImageNode {
        guard configuration.optimises else { return node }
        let root = try GraphOptimiser().optimise(node, in: context(region: region, format: format)).root
        // Rules call region functions. If one failed, the optimised recipe may be wrong, and may no longer contain the
        // failing step.
        if let (step, error) = node.failedRegion { throw RenderingError.regionFailed(step: step, underlying: error) }
        return root
    }

    /// The information for the optimiser's rules.
    func context(region: PixelRect, format: PixelFormat) -> OptimisationContext {
        var context = OptimisationContext(
            workingColorSpace: configuration.workingColorSpace, visible: region.cgRect, output: format,
            backend: configuration.backend)
        context.checksRegions = configuration.checksRegions
        return context
    }

    /// Divides an optimised recipe into passes.
    ///
    /// - Parameters:
    ///   - root: The optimised recipe.
    ///   - node: The recipe before it was optimised. `StoringDecision` examines tiles around its centre.
    ///   - stripHeight: The height of the strips if the image is rendered once from the top down. Sources that support
    ///     it are then read row by row.
    func passes(
        of root: ImageNode, builtFrom node: ImageNode, format: PixelFormat, stripHeight: Int? = nil
    ) throws -> PreparedRecipe {
        let backend = configuration.backend
        var steps = try StepBuilder.steps(
            for: root, colors: caches.colors, backend: backend, stripHeight: stripHeight)
        steps[steps.count - 1] = steps[steps.count - 1].resulting(in: format)
        let stored = try StoringDecision.storedSteps(of: steps, center: PixelRect(enclosing: node.extent).middle)
        let builder = RenderPassBuilder(
            steps: steps, stored: stored, storedFormat: configuration.intermediateFormat, backend: backend)
        var passes: [RenderPass] = []
        for root in stored.sorted() {
            try WorkMeter.check()
            passes.append(try builder.pass(root: root, format: builder.format(ofStored: root)))
        }
        passes.append(try builder.pass(root: steps.count - 1, format: format))
        return PreparedRecipe(steps: steps, passes: passes)
    }
}
