import Dispatch
import Foundation
import ImageGraph
import Pixels

/// Computes the pixels of image recipes, tile by tile on all cores.
///
/// A recipe is made cheaper by the optimiser's rules, and becomes a plan: which part of every step is needed, and which
/// steps are computed once into memory of their own because their readers would otherwise compute them several times.
/// Everything else is computed per tile in scratch memory. What is computed into memory may be kept for later renderings.
/// Pixels are the same, bit for bit, whatever the tile size, the number of threads, the memory limit, what was kept, and
/// the region they are rendered in (given kernels whose regions of interest cover what they sample).
///
/// Thread-safe: any number of threads may render through one renderer.
public final class Renderer: Sendable {
    /// The settings.
    public let configuration: RendererConfiguration
    let scratch: ScratchPool
    let pixels: PixelPool
    private let colors: ColorMatcher
    let recipes = PreparedRecipes()
    let intermediates: IntermediateCache
    let bandReports = BandReports()
    private let regionCheck: RegionCheck?

    /// A renderer with settings. It takes memory when it first renders, and keeps some of it: at most a quarter of the memory
    /// limit of intermediates, and as much of idle buffers.
    public init(configuration: RendererConfiguration) {
        self.configuration = configuration
        regionCheck = configuration.checksRegions ? RegionCheck(report: configuration.report) : nil
        colors = ColorMatcher(workingSpace: configuration.workingColorSpace)
        pixels = PixelPool(idleLimit: configuration.memoryLimit / 4)
        scratch = ScratchPool(pixels: pixels)
        intermediates = IntermediateCache(byteLimit: configuration.memoryLimit / 4)
    }

    /// Gives memory kept for the next rendering back to the system, and forgets prepared recipes and kept intermediates. Renderings that are under way are not disturbed.
    public func clearCaches() {
        recipes.clear()
        scratch.clear()
        intermediates.clear()
        pixels.trim()
    }

    /// The pixels that cover `rect`.
    ///
    /// - Throws: `RenderingError.infiniteRegion` or `.emptyRegion`.
    public static func pixelRegion(of rect: CGRect) throws(RenderingError) -> PixelRect {
        if rect.isInfinite { throw .infiniteRegion }
        let region = PixelRect(enclosing: rect)
        if region.isEmpty { throw .emptyRegion(rect) }
        if region.isUnbounded { throw .infiniteRegion }
        return region
    }

    /// Premultiplied working-space pixels of `node` in `region`, transparent outside its extent.
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

    /// Renders the pixels of `destination`, in its format; they are premultiplied working-space values unless the recipe
    /// says otherwise. What lies outside the extent becomes transparent.
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

    /// Renders `region` from top to bottom in strips of `stripHeight` rows (the lowest may be less high), for encoders.
    ///
    /// Memory stays bounded by the strip where intermediates are small; large intermediates are computed once when they
    /// fit in half of the memory limit, and strip by strip otherwise. Sources that can be read from the top down are then
    /// decoded row by row, ahead of the strips.
    ///
    /// - Parameter body: called on the calling thread for every strip, in order, with a closure that renders the strip into memory of its
    ///   bounds and the format.
    /// - Throws: `RenderingError`, `CancellationError`, or what `body` throws.
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

    /// Renders strips with the intermediates of the whole picture where these fit.
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

    /// Renders strips one by one, each with intermediates of its own.
    func render(
        _ graph: StageGraph, _ region: PixelRect, _ strips: [PixelRect], _ format: PixelFormat,
        _ job: RenderingJob, _ body: (PixelRect, (PixelView) throws -> Void) throws -> Void
    ) throws {
        for strip in strips {
            let budget = job.memoryLimit - strip.byteCount(in: format)
            try body(strip) { try render(graph, region, part: strip, budget: budget, job, into: $0) }
        }
    }

    /// Stages that read files row by row, where that is possible and better than decoding them first.
    private func streamingGraph(
        of node: ImageNode, region: PixelRect, format: PixelFormat, strips: [PixelRect], _ job: RenderingJob
    ) throws -> StageGraph? {
        let root = try optimised(node, region: region, format: format, control: job.control)
        let center = PixelRect(enclosing: node.extent).middle
        let planner = job.planner
        let graph = try planner.graph(of: root, format: format, center: center, stripHeight: strips[0].height)
        let isStreaming = graph.steps.contains { if case .streamed = $0.work { true } else { false } }
        // A strip is too little for a region function that is called once for all of a picture.
        guard isStreaming, graph.firstStepWithOneRegion == nil else { return nil }
        try job.checkCost(of: graph, region: region)
        let whole = try? planner.plan(graph, region: region)
        let sourceBytes = graph.steps.reduce(0) { sum, step in
            if case .streamed(let stream) = step.work { sum + stream.bounds.byteCount(in: stream.format) } else { sum }
        }
        // Strips compute the margins of stored results again; where all fits, these are computed once.
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

    /// Renders premultiplied float pixels in strips of `stripHeight` rows, from the top, on the calling thread; a raster's pixels are
    /// valid until `consume` returns.
    ///
    /// - Throws: `RenderingError`, `CancellationError`, or what `consume` throws.
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

    /// Renders `part` of `region`, whole where the intermediates fit in `budget` bytes and from the top in bands where they
    /// don't.
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

    /// Computes pixels of the final stage into memory that may not be aligned as machine code wants it.
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

    /// Does what can be done before a rendering of the same recipe, region and format: optimises, plans and compiles.
    ///
    /// - Throws: what rendering would throw before it touches pixels.
    public func prepare(_ node: ImageNode, region: PixelRect, format: PixelFormat) throws {
        let job = try job(for: node, region: region, bytes: 0, RenderingControl())
        try job.run { _ = try graph(of: node, region: region, format: format, job) }
    }

    /// The limits within which `region` is rendered, with `bytes` for what is computed at once.
    private func job(
        for node: ImageNode, region: PixelRect, bytes: Int, _ control: RenderingControl
    ) throws(RenderingError) -> RenderingJob {
        let isUntrusted = node.isUntrusted
        let limit = isUntrusted ? configuration.untrustedMemoryLimit : configuration.memoryLimit
        try checkRegion(region, bytes: bytes)
        // What is rendered at once is the caller's wish, whoever made the recipe.
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

    /// The stages for a recipe: optimised, with kernels prepared.
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

    /// The stages for an optimised recipe; tiles lie around the middle of the recipe as it was built.
    func stages(of root: ImageNode, builtFrom node: ImageNode, format: PixelFormat) throws -> StageGraph {
        try planner.graph(of: root, format: format, center: PixelRect(enclosing: node.extent).middle)
    }

    private func optimised(
        _ node: ImageNode, region: PixelRect, format: PixelFormat, control: RenderingControl
    ) throws -> ImageNode {
        guard configuration.optimises else { return node }
        let start = DispatchTime.now().uptimeNanoseconds
        let context = OptimisationContext(
            workingColorSpace: configuration.workingColorSpace, visible: region.cgRect, output: format,
            backend: configuration.backend)
        let root = try GraphOptimiser().optimise(node, in: context).root
        // Rules ask for regions; where one failed, what they made of it may not be the picture, and may not have the step any more.
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
    /// Whether components lie at multiples of their size, and floats at multiples of a pixel's.
    fileprivate var isAligned: Bool {
        let unit = format == .RGBAf ? format.bytesPerPixel : format.component.byteCount
        return Int(bitPattern: base) % unit == 0 && bytesPerRow % unit == 0
    }
}

extension PixelRect {
    /// Whether an edge is missing: coordinates at the limit stand for infinity.
    var isUnbounded: Bool { width >= Self.coordinateLimit || height >= Self.coordinateLimit }

    /// Bytes of as many float pixels; saturates.
    var byteCount: Int {
        let (bytes, overflow) = area.multipliedReportingOverflow(by: MemoryLayout<SIMD4<Float>>.stride)
        return overflow ? Int.max : bytes
    }

    /// Moved by (`dx`, `dy`).
    func offset(dx: Int, dy: Int) -> PixelRect { PixelRect(x: x + dx, y: y + dy, width: width, height: height) }
}
