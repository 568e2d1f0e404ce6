import Dispatch
import Foundation
import ImageGraph
import Pixels

/// Computes the pixels of image recipes, tile by tile on all cores.
///
/// The optimiser's rules first make a recipe cheaper. A plan then states which region of every step is needed, and
/// which steps are computed once into a buffer because their readers would otherwise compute them several times. All
/// other steps are computed per tile in scratch memory. Stored intermediates may be kept for later renderings.
///
/// Pixels are the same, bit for bit, whatever the tile size, thread count, memory limit, kept intermediates and
/// rendered region are, provided that every kernel's region of interest covers the pixels that the kernel samples.
///
/// Thread-safe: any number of threads may render through one renderer.
public final class Renderer: Sendable {
    /// The renderer's settings, fixed at creation.
    public let configuration: RendererConfiguration
    let scratch: ScratchPool
    let pixels: PixelPool
    private let colors: ColorMatcher
    let recipes = PreparedRecipes()
    let intermediates: IntermediateCache
    let bandReports = BandReports()
    private let regionCheck: RegionCheck?

    /// Creates a renderer. It allocates memory when it first renders. Between renderings it keeps intermediates of at
    /// most a quarter of the memory limit, and idle buffers of at most another quarter.
    public init(configuration: RendererConfiguration) {
        self.configuration = configuration
        regionCheck = configuration.checksRegions ? RegionCheck(report: configuration.report) : nil
        colors = ColorMatcher(workingSpace: configuration.workingColorSpace)
        pixels = PixelPool(idleLimit: configuration.memoryLimit / 4)
        scratch = ScratchPool(pixels: pixels)
        intermediates = IntermediateCache(byteLimit: configuration.memoryLimit / 4)
    }

    /// Returns memory kept between renderings to the system, and discards prepared recipes and kept intermediates.
    /// Renderings in progress are not affected.
    public func clearCaches() {
        recipes.clear()
        scratch.clear()
        intermediates.clear()
        pixels.trim()
    }

    /// Returns the smallest rectangle of whole pixels that contains `rect`.
    ///
    /// - Throws: `RenderingError.infiniteRegion` or `.emptyRegion`.
    public static func pixelRegion(of rect: CGRect) throws(RenderingError) -> PixelRect {
        if rect.isInfinite { throw .infiniteRegion }
        let region = PixelRect(enclosing: rect)
        if region.isEmpty { throw .emptyRegion(rect) }
        if region.isUnbounded { throw .infiniteRegion }
        return region
    }

    /// Returns the premultiplied working-space pixels of `node` in `region`. Pixels outside its extent are transparent.
    ///
    /// - Throws: `RenderingError`, or `CancellationError`.
    public func render(
        _ node: ImageNode, region: PixelRect, control: RenderingControl = RenderingControl()
    ) throws -> Raster {
        let job = try job(for: node, region: region, bytes: region.byteCount, control)
        return try job.run {
            let output = try pixels.storage(byteCount: region.byteCount).view(bounds: region, format: .RGBAf)
            try render(node, into: output, holding: region.byteCount, job)
            return output.raster ?? Raster(bounds: .empty)
        }
    }

    /// Renders the pixels of `destination` in its format. They are premultiplied working-space values unless the recipe
    /// converts them. Pixels outside the extent become transparent.
    ///
    /// After an error the destination's pixels are undefined.
    /// - Throws: `RenderingError`, or `CancellationError`.
    public func render(
        _ node: ImageNode, into destination: PixelView, control: RenderingControl = RenderingControl()
    ) throws {
        let job = try job(for: node, region: destination.bounds, bytes: 0, control)
        try job.run { try render(node, into: destination, holding: 0, job) }
    }

    private func render(
        _ node: ImageNode, into destination: PixelView, holding bytes: Int, _ job: RenderingJob
    ) throws {
        let region = destination.bounds
        let graph = try graph(of: node, region: region, format: destination.format, job)
        try render(graph, region, part: region, budget: job.memoryLimit - bytes, job, into: destination)
        job.control.finish()
    }

    /// Renders `region` from top to bottom in strips of `stripHeight` rows, for encoders. The last strip may have fewer
    /// rows.
    ///
    /// Memory stays bounded by the strip if intermediates are small. Large intermediates are computed once if they fit
    /// in half of the memory limit, and for each strip otherwise. Where no intermediate is computed for the whole
    /// region, sources that can be read from the top down are decoded row by row, ahead of the strips.
    ///
    /// - Parameter body: Called on the calling thread for every strip, from top to bottom, with a closure that renders
    ///   the strip into a view. The view must have the strip's bounds and `format`.
    /// - Throws: `RenderingError`, `CancellationError`, or the error that `body` throws.
    public func render(
        _ node: ImageNode, region: PixelRect, format: PixelFormat, stripHeight: Int,
        control: RenderingControl = RenderingControl(),
        _ body: (_ strip: PixelRect, _ render: (PixelView) throws -> Void) throws -> Void
    ) throws {
        let height = max(1, min(stripHeight, region.height))
        let first = PixelRect(x: region.x, y: region.y, width: region.width, height: height)
        let job = try job(for: node, region: region, bytes: first.byteCount(in: format), control)
        let strips = stride(from: region.maxY, to: region.y, by: -height).map { top in
            let bottom = max(region.y, top - height)
            return PixelRect(x: region.x, y: bottom, width: region.width, height: top - bottom)
        }
        try job.run {
            try render(node, region, strips, format, job, body)
            control.finish()
        }
    }

    /// Renders strips. Intermediates of the whole region are computed once if they fit in memory.
    private func render(
        _ node: ImageNode, _ region: PixelRect, _ strips: [PixelRect], _ format: PixelFormat, _ job: RenderingJob,
        _ body: (PixelRect, (PixelView) throws -> Void) throws -> Void
    ) throws {
        if let streaming = try streamingGraph(of: node, region: region, format: format, strips: strips, job) {
            return try render(streaming, region, strips, format, job, body)
        }
        let control = job.control
        let graph = try graph(of: node, region: region, format: format, job)
        if let whole = try? job.planner.plan(graph, region: region), whole.storedBytes <= job.memoryLimit / 2,
            whole.leastBytes <= job.memoryLimit
        {
            let execution = execution(of: whole, keys: graph.keys, job)
            control.beginPart(from: 0, to: 1, work: execution.work)
            try execution.run { held, executor in
                for strip in strips {
                    try body(strip) { view in
                        try compute(whole.finalStage, strip, into: view, held: held, executor)
                    }
                }
            }
        } else if let step = graph.firstStepWithOneRegion {
            try render(graph, strips, inBandsFor: step, format, job, body)
        } else {
            try render(graph, region, strips, format, job, body)
        }
    }

    /// Renders strips one by one. Each strip computes its own intermediates.
    func render(
        _ graph: StageGraph, _ region: PixelRect, _ strips: [PixelRect], _ format: PixelFormat,
        _ job: RenderingJob, _ body: (PixelRect, (PixelView) throws -> Void) throws -> Void
    ) throws {
        for strip in strips {
            let budget = job.memoryLimit - strip.byteCount(in: format)
            try body(strip) { try render(graph, region, part: strip, budget: budget, job, into: $0) }
        }
    }

    /// Returns stages that read files row by row; nil if that is impossible, or if decoding the files first is better.
    private func streamingGraph(
        of node: ImageNode, region: PixelRect, format: PixelFormat, strips: [PixelRect], _ job: RenderingJob
    ) throws -> StageGraph? {
        let root = try optimised(node, region: region, format: format, control: job.control)
        let center = PixelRect(enclosing: node.extent).middle
        let planner = job.planner
        let graph = try planner.graph(of: root, format: format, center: center, stripHeight: strips[0].height)
        let isStreaming = graph.steps.contains { if case .streamed = $0.work { true } else { false } }
        // A region function that is called once per rendering must get the whole region, not a single strip.
        guard isStreaming, graph.firstStepWithOneRegion == nil else { return nil }
        try job.checkCost(of: graph, region: region)
        let whole = try? planner.plan(graph, region: region)
        let sourceBytes = graph.steps.reduce(0) { sum, step in
            if case .streamed(let stream) = step.work { sum + stream.bounds.byteCount(in: stream.format) } else { sum }
        }
        // Strips compute the margins of stored results again. If everything fits, computing these results once is
        // cheaper.
        if let whole, !whole.storedStages.isEmpty, whole.storedBytes + sourceBytes <= job.memoryLimit / 2 {
            return nil
        }
        var last: [Int: PixelRect] = [:]
        for strip in strips {
            guard let plan = try? planner.plan(graph, region: strip), plan.storedBytes <= job.memoryLimit / 2
            else { return nil }
            for (step, rows) in plan.streamed {
                guard case .streamed(let stream) = graph.steps[step].work else { continue }
                let window = PixelRect(x: 0, y: 0, width: stream.bounds.width, height: rows.height)
                guard window.byteCount(in: stream.format) <= job.memoryLimit / 4 else { return nil }
                if let before = last[step], rows.y > before.y || rows.maxY > before.maxY { return nil }
                last[step] = rows
            }
        }
        return graph
    }

    /// Renders premultiplied float pixels in strips of `stripHeight` rows, from the top, on the calling thread.
    ///
    /// - Parameter consume: Called with each strip. The raster's pixels are valid until it returns.
    /// - Throws: `RenderingError`, `CancellationError`, or the error that `consume` throws.
    public func render(
        _ node: ImageNode, region: PixelRect, stripHeight: Int, consume: (Raster) throws -> Void
    ) throws {
        let rows = max(1, min(stripHeight, region.height))
        let strip = PixelRect(x: region.x, y: region.y, width: region.width, height: rows)
        try checkRegion(region, bytes: strip.byteCount)
        let memory = try pixels.storage(byteCount: strip.byteCount)
        try render(node, region: region, format: .RGBAf, stripHeight: stripHeight) { strip, render in
            let view = memory.view(bounds: strip, format: .RGBAf)
            try render(view)
            if let raster = view.raster { try consume(raster) }
        }
    }

    /// Renders `part` of `region`: at once if the intermediates fit in `budget` bytes, otherwise in bands from the top.
    private func render(
        _ graph: StageGraph, _ region: PixelRect, part: PixelRect, budget: Int, _ job: RenderingJob,
        into destination: PixelView
    ) throws {
        let (planner, control) = (job.planner, job.control)
        var top = part.maxY
        var height = part.height
        while top > part.y {
            let rows = min(height, top - part.y)
            let band = PixelRect(x: part.x, y: top - rows, width: part.width, height: rows)
            let plan: RenderPlan
            do {
                plan = try planner.plan(graph, region: band)
                if plan.leastBytes > budget {
                    let largest = plan.storedStages.max { $0.byteCount < $1.byteCount } ?? plan.finalStage
                    throw RenderingError.intermediateTooLarge(
                        step: graph.steps[largest.stage.root].name, region: largest.region,
                        bytes: plan.leastBytes, limit: job.memoryLimit)
                }
            } catch let error as RenderingError {
                guard case .intermediateTooLarge = error, rows > 1 else { throw error }
                height = (rows + 1) / 2
                continue
            }
            if band != region, let step = graph.firstStepWithOneRegion { reportBands(of: step) }
            let execution = execution(of: plan, keys: band == region ? graph.keys : [:], job)
            control.beginPart(
                from: Double(region.maxY - top) / Double(region.height),
                to: Double(region.maxY - band.y) / Double(region.height), work: execution.work)
            try execution.run { held, executor in
                try compute(plan.finalStage, band, into: destination, held: held, executor)
            }
            top = band.y
        }
    }

    /// Computes `region` of the final stage into `view`, through an aligned buffer if `view` isn't aligned as machine
    /// code requires.
    func compute(
        _ stage: RenderPlan.StagePart, _ region: PixelRect, into view: PixelView, held: [PixelView?],
        _ executor: StageExecutor
    ) throws {
        if view.isAligned { return try executor.compute(stage, region: region, into: view, held: held) }
        let bytes = region.byteCount(in: view.format)
        let aligned = try pixels.storage(byteCount: bytes).view(bounds: region, format: view.format)
        try executor.compute(stage, region: region, into: aligned, held: held)
        view.convert(aligned, region)
    }

    /// Optimises, plans and compiles in advance, for a later rendering of the same recipe, region and format.
    ///
    /// - Throws: The errors that rendering would throw before it computes pixels.
    public func prepare(_ node: ImageNode, region: PixelRect, format: PixelFormat) throws {
        let job = try job(for: node, region: region, bytes: 0, RenderingControl())
        try job.run { _ = try graph(of: node, region: region, format: format, job) }
    }

    /// Returns the limits for rendering `region`; `bytes` is the size of the output that is computed at once.
    private func job(
        for node: ImageNode, region: PixelRect, bytes: Int, _ control: RenderingControl
    ) throws(RenderingError) -> RenderingJob {
        let isUntrusted = node.isUntrusted
        let limit = isUntrusted ? configuration.untrustedMemoryLimit : configuration.memoryLimit
        try checkRegion(region, bytes: bytes)
        // The caller chooses the output's size, so its bytes don't count against the limit for untrusted recipes.
        let memoryLimit = min(configuration.memoryLimit, limit + bytes)
        return RenderingJob(
            control: control,
            planner: Planner(configuration: configuration, colors: colors, memoryLimit: memoryLimit),
            deadline: configuration.deadline.amount(
                orUntrusted: UntrustedRendering.deadline, isUntrusted: isUntrusted),
            stepLimit: configuration.stepLimit.amount(orUntrusted: UntrustedRendering.steps, isUntrusted: isUntrusted))
    }

    private func checkRegion(_ region: PixelRect, bytes: Int) throws(RenderingError) {
        if region.isEmpty { throw .emptyRegion(region.cgRect) }
        if region.isUnbounded { throw .infiniteRegion }
        if bytes > configuration.memoryLimit {
            throw .outputTooLarge(region: region, bytes: bytes, limit: configuration.memoryLimit)
        }
    }

    var planner: Planner { Planner(configuration: configuration, colors: colors) }

    /// Returns the stages of a recipe, optimised and with prepared kernels. Throws if the recipe is too costly.
    func graph(
        of node: ImageNode, region: PixelRect, format: PixelFormat, _ job: RenderingJob
    ) throws -> StageGraph {
        let graph = try graph(of: node, region: region, format: format, control: job.control)
        try job.checkCost(of: graph, region: region)
        return graph
    }

    private func graph(
        of node: ImageNode, region: PixelRect, format: PixelFormat, control: RenderingControl
    ) throws -> StageGraph {
        let (key, core) = RecipeKey.make(node, region: region, format: format)
        if let known = recipes.graph(for: key, of: core) { return known }
        let root = try optimised(node, region: region, format: format, control: control)
        let start = DispatchTime.now().uptimeNanoseconds
        var graph = try stages(of: root, builtFrom: node, format: format)
        if configuration.cacheIntermediates { graph.keys = intermediates.keys(for: graph) }
        recipes.insert(graph, for: key, of: core)
        control.prepared(in: Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9)
        return graph
    }

    /// Returns the stages of an optimised recipe. `StoringDecision` examines tiles around the centre of `node`, the
    /// recipe before it was optimised.
    func stages(of root: ImageNode, builtFrom node: ImageNode, format: PixelFormat) throws -> StageGraph {
        try planner.graph(of: root, format: format, center: PixelRect(enclosing: node.extent).middle)
    }

    private func optimised(
        _ node: ImageNode, region: PixelRect, format: PixelFormat, control: RenderingControl
    ) throws -> ImageNode {
        guard configuration.optimises else { return node }
        let start = DispatchTime.now().uptimeNanoseconds
        var context = OptimisationContext(
            workingColorSpace: configuration.workingColorSpace, visible: region.cgRect, output: format,
            backend: configuration.backend)
        context.checksRegions = configuration.checksRegions
        let root = try GraphOptimiser().optimise(node, in: context).root
        // Rules call region functions. If one failed, the optimised recipe may be wrong, and may no longer contain the
        // failing step.
        if let (step, error) = node.failedRegion { throw RenderingError.regionFailed(step: step, underlying: error) }
        control.prepared(in: Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9)
        return root
    }

    func execution(
        of plan: RenderPlan, keys: [Int: IntermediateCache.Key], _ job: RenderingJob
    ) -> PlanExecution {
        PlanExecution(
            plan: plan, threadCount: configuration.threadCount, memoryLimit: job.memoryLimit, scratch: scratch,
            pixels: pixels, control: job.control, regionCheck: regionCheck,
            cache: configuration.cacheIntermediates ? intermediates : nil, keys: keys)
    }
}

extension PixelView {
    /// Whether the base address and the row size are multiples of a component's size, or of a pixel's size for `RGBAf`.
    fileprivate var isAligned: Bool {
        let unit = format == .RGBAf ? format.bytesPerPixel : format.component.byteCount
        return Int(bitPattern: base) % unit == 0 && bytesPerRow % unit == 0
    }
}

extension PixelRect {
    /// Whether the rectangle is infinite in a direction. A width or height of `coordinateLimit` or more stands for
    /// infinity.
    var isUnbounded: Bool { width >= Self.coordinateLimit || height >= Self.coordinateLimit }

    /// Size of the area in bytes, as float pixels; `Int.max` on overflow.
    var byteCount: Int {
        let (bytes, overflow) = area.multipliedReportingOverflow(by: MemoryLayout<SIMD4<Float>>.stride)
        return overflow ? Int.max : bytes
    }

    /// Returns the rectangle moved by (`dx`, `dy`) pixels.
    func offset(dx: Int, dy: Int) -> PixelRect { PixelRect(x: x + dx, y: y + dy, width: width, height: height) }
}
