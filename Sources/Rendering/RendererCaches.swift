/// The caches and pools of memory that a renderer keeps between renderings. Thread-safe.
struct RendererCaches: Sendable {
    let colors: ColorConversionCache
    let recipes = PreparedRecipeCache()
    let templates = RecipeShapeCache<RecipeTemplate>()
    let optimised = RecipeShapeCache<OptimisedRecipe>()
    let intermediates: IntermediateCache
    let pixels: PixelPool
    let scratch: ScratchPool

    init(configuration: RendererConfiguration) {
        colors = ColorConversionCache(workingSpace: configuration.workingColorSpace)
        intermediates = IntermediateCache(byteLimit: configuration.memoryLimit / 4)
        pixels = PixelPool(idleLimit: configuration.memoryLimit / 4)
        scratch = ScratchPool(pixels: pixels)
    }

    /// Returns memory to the system, and discards prepared recipes and intermediates.
    func clear() {
        recipes.clear()
        templates.clear()
        optimised.clear()
        scratch.clear()
        intermediates.clear()
        pixels.trim()
    }
}
