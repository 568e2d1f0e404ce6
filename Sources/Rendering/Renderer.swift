import Foundation
import ImageGraph
import Pixels

/// Computes the pixels of image recipes, tile by tile on all cores.
///
/// A recipe is first prepared: rules make it cheaper, results that several tiles would otherwise compute again become
/// passes with stored results, and kernels are compiled. A plan then states which region of every pass is needed. All
/// steps inside a pass are computed per tile in scratch memory. Stored results may be kept for later renderings.
///
/// Pixels are the same, bit for bit, whatever the tile size, thread count, memory limit, kept intermediates and
/// rendered region are, provided that every kernel's region of interest covers the pixels that the kernel samples.
///
/// Thread-safe: any number of threads may render through one renderer.
package final class Renderer: Sendable {
    /// The renderer's settings, fixed at creation.
    package let configuration: RendererConfiguration
    let caches: RendererCaches
    private let reportedKernels = ReportedKernels()
    private let regionCheck: RegionCheck?

    /// Creates a renderer. It allocates memory when it first renders. Between renderings it keeps intermediates of at
    /// most a quarter of the memory limit, and idle buffers of at most another quarter.
    package init(configuration: RendererConfiguration) {
        self.configuration = configuration
        regionCheck = configuration.checksRegions ? RegionCheck(report: configuration.report) : nil
        caches = RendererCaches(configuration: configuration)
    }

    /// Returns memory kept between renderings to the system, and discards prepared recipes and kept intermediates.
    /// Renderings in progress are not affected.
    package func clearCaches() { caches.clear() }

    /// Returns the smallest rectangle of whole pixels that contains `rect`.
    ///
    /// - Throws: `RenderingError.infiniteRegion` or `.emptyRegion`.
    package static func pixelRegion(of rect: CGRect) throws(RenderingError) -> PixelRect {
        if rect.isInfinite { throw .infiniteRegion }
        let region = PixelRect(enclosing: rect)
        if region.isEmpty { throw .emptyRegion(rect) }
        if region.isUnbounded { throw .infiniteRegion }
        return region
    }

    /// Returns the premultiplied working-space pixels of `node` in `region`. Pixels outside its extent are transparent.
    ///
    /// - Throws: `RenderingError`, or `CancellationError`.
    package func render(
        _ node: ImageNode, region: PixelRect, control: RenderingControl = RenderingControl()
    ) throws -> Raster {
        let bytes = region.byteCount(in: .RGBAf)
        let job = try job(for: node, region: region, bytes: bytes, control)
        return try job.run {
            let output = try caches.pixels.storage(byteCount: bytes).view(bounds: region, format: .RGBAf)
            try render(node, into: output, budget: job.memoryLimit - bytes, job)
            return output.raster ?? .transparent
        }
    }

    /// Renders the pixels of `destination` in its format. They are premultiplied working-space values unless the recipe
    /// converts them. Pixels outside the extent become transparent.
    ///
    /// After an error the destination's pixels are undefined.
    /// - Throws: `RenderingError`, or `CancellationError`.
    package func render(
        _ node: ImageNode, into destination: PixelView, control: RenderingControl = RenderingControl()
    ) throws {
        let job = try job(for: node, region: destination.bounds, bytes: 0, control)
        try job.run { try render(node, into: destination, budget: job.memoryLimit, job) }
    }

    /// Renders the tiles of `destination`. They are premultiplied working-space values unless the recipe converts them.
    /// Pixels outside the extent become transparent.
    ///
    /// After an error it is undefined which tiles are stored.
    /// - Throws: `RenderingError`, `CancellationError`, or an error of the destination.
    package func render(
        _ node: ImageNode, into destination: any TileDestination, control: RenderingControl = RenderingControl()
    ) throws {
        let job = try job(for: node, region: destination.bounds, bytes: 0, control)
        try job.run {
            let region = destination.bounds
            let recipe = try job.recipe(of: node, region: region, format: destination.format)
            try BandRendering(recipe: recipe, region: region, job: job)
                .render(region, into: .tiles(destination), budget: job.memoryLimit)
            control.finish()
        }
    }

    /// Renders a whole image; `budget` is the limit in bytes for its intermediates.
    private func render(
        _ node: ImageNode, into destination: PixelView, budget: Int, _ job: RenderingJob
    ) throws {
        let region = destination.bounds
        let recipe = try job.recipe(of: node, region: region, format: destination.format)
        try BandRendering(recipe: recipe, region: region, job: job)
            .render(region, into: .pixels(destination), budget: budget)
        job.control.finish()
    }

    /// Renders `region` from top to bottom in strips of `stripHeight` rows, for encoders. The last strip may have fewer
    /// rows.
    ///
    /// Memory stays bounded by the strip if intermediates are small. Large intermediates are computed once if they fit
    /// in half of the memory limit, and for each strip otherwise. Where no intermediate is computed for the whole
    /// region, sources that can be read from the top down are decoded row by row, ahead of the strips.
    ///
    /// - Parameter consume: Called on the calling thread for every strip, from top to bottom, with a closure that
    ///   renders the strip into a view. The view must have the strip's bounds and `format`.
    /// - Throws: `RenderingError`, `CancellationError`, or the error that `consume` throws.
    package func renderStrips(
        of node: ImageNode, region: PixelRect, format: PixelFormat, stripHeight: Int,
        control: RenderingControl = RenderingControl(),
        _ consume: (_ strip: PixelRect, _ render: (PixelView) throws -> Void) throws -> Void
    ) throws {
        let height = max(1, min(stripHeight, region.height))
        let first = PixelRect(x: region.x, y: region.y, width: region.width, height: height)
        let job = try job(for: node, region: region, bytes: first.byteCount(in: format), control)
        try job.run {
            try StripRendering(node, region: region, format: format, height: height, job: job).run(consume)
            control.finish()
        }
    }

    /// Renders premultiplied float pixels in strips of `stripHeight` rows, from the top, on the calling thread.
    ///
    /// - Parameter consume: Called with each strip. The raster's pixels are valid until it returns.
    /// - Throws: `RenderingError`, `CancellationError`, or the error that `consume` throws.
    package func renderStrips(
        of node: ImageNode, region: PixelRect, stripHeight: Int, consume: (Raster) throws -> Void
    ) throws {
        let rows = max(1, min(stripHeight, region.height))
        let bytes = PixelRect(x: region.x, y: region.y, width: region.width, height: rows).byteCount(in: .RGBAf)
        try checkRegion(region, bytes: bytes)
        let memory = try caches.pixels.storage(byteCount: bytes)
        try renderStrips(of: node, region: region, format: .RGBAf, stripHeight: stripHeight) { strip, render in
            let view = memory.view(bounds: strip, format: .RGBAf)
            try render(view)
            if let raster = view.raster { try consume(raster) }
        }
    }

    /// Optimises, plans and compiles in advance, for a later rendering of the same recipe, region and format.
    ///
    /// - Throws: The errors that rendering would throw before it computes pixels.
    package func prepare(_ node: ImageNode, region: PixelRect, format: PixelFormat) throws {
        let job = try job(for: node, region: region, bytes: 0, RenderingControl())
        try job.run { _ = try job.recipe(of: node, region: region, format: format) }
    }

    /// Prepares recipes outside of renderings.
    var preparation: RecipePreparation {
        RecipePreparation(configuration: configuration, caches: caches, control: RenderingControl())
    }

    /// Plans renderings of trusted recipes.
    var planner: Planner { Planner(configuration: configuration, memoryLimit: configuration.memoryLimit) }

    /// Returns the limits for rendering `region`; `bytes` is the size of the output that is computed at once.
    func job(
        for node: ImageNode, region: PixelRect, bytes: Int, _ control: RenderingControl
    ) throws(RenderingError) -> RenderingJob {
        let isUntrusted = node.isUntrusted
        let limit = isUntrusted ? configuration.untrustedMemoryLimit : configuration.memoryLimit
        try checkRegion(region, bytes: bytes)
        return RenderingJob(
            configuration: configuration, caches: caches, control: control,
            // The caller chooses the output's size, so its bytes don't count against the limit for untrusted recipes.
            memoryLimit: min(configuration.memoryLimit, limit + bytes),
            deadline: configuration.deadline.amount(
                orUntrusted: UntrustedRendering.deadline, isUntrusted: isUntrusted),
            workLimit: configuration.workLimit.amount(orUntrusted: UntrustedRendering.work, isUntrusted: isUntrusted),
            regionCheck: regionCheck, reportedKernels: reportedKernels)
    }

    private func checkRegion(_ region: PixelRect, bytes: Int) throws(RenderingError) {
        if region.isEmpty { throw .emptyRegion(region.cgRect) }
        if region.isUnbounded { throw .infiniteRegion }
        if bytes > configuration.memoryLimit {
            throw .outputTooLarge(region: region, bytes: bytes, limit: configuration.memoryLimit)
        }
    }
}
