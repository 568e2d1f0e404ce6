import Foundation
import ImageGraph
import Pixels

/// Computes the pixels of image recipes, tile by tile on all cores.
///
/// A recipe becomes a plan: which part of every step is needed, and which steps are computed once into memory of their
/// own because their neighbours would otherwise compute them several times. Everything else is computed per tile in
/// scratch memory. Pixels are the same, bit for bit, whatever the tile size, the number of threads and the region they
/// are rendered in (given kernels whose regions of interest cover what they sample).
///
/// Thread-safe: any number of threads may render through one renderer.
public final class Renderer: Sendable {
    /// The settings.
    public let configuration: RendererConfiguration
    private let colors: ColorMatcher
    private let scratch: ScratchPool

    /// A renderer.
    public init(configuration: RendererConfiguration) {
        self.configuration = configuration
        colors = ColorMatcher(workingSpace: configuration.workingColorSpace)
        scratch = ScratchPool(keepsMemory: configuration.cacheIntermediates)
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
    /// - Throws: `RenderingError`.
    public func render(_ node: ImageNode, region: PixelRect) throws -> Raster {
        try checkRegion(region, rows: region.height)
        let output = try PixelStorage.makeRaster(bounds: region)
        let plan = try Planner(configuration: configuration, colors: colors).plan(node, region: region)
        try execution(of: plan).run { stored, executor in
            try executor.compute(plan.finalStage, region: region, into: output, stored: stored)
        }
        return output
    }

    /// Renders `region` from top to bottom in strips of `stripHeight` rows (the lowest may be less high), for encoders.
    ///
    /// Memory stays bounded by the strip where intermediates are small; large intermediates are computed once when they
    /// fit in half of the memory limit, and strip by strip otherwise.
    ///
    /// - Parameter consume: called on the calling thread, in order; the raster's pixels are valid until it returns.
    /// - Throws: `RenderingError`, or what `consume` throws.
    public func render(
        _ node: ImageNode, region: PixelRect, stripHeight: Int, consume: (Raster) throws -> Void
    ) throws {
        let height = max(1, min(stripHeight, region.height))
        try checkRegion(region, rows: height)
        let storage = try PixelStorage(capacity: region.width * height)
        let strips = stride(from: region.maxY, to: region.y, by: -height).map { top in
            let bottom = max(region.y, top - height)
            return PixelRect(x: region.x, y: bottom, width: region.width, height: top - bottom)
        }
        let planner = Planner(configuration: configuration, colors: colors)
        if let whole = try? planner.plan(node, region: region), whole.storedBytes <= configuration.memoryLimit / 2 {
            try execution(of: whole).run { stored, executor in
                for strip in strips {
                    let raster = storage.raster(bounds: strip)
                    try executor.compute(whole.finalStage, region: strip, into: raster, stored: stored)
                    try consume(raster)
                }
            }
            return
        }
        for strip in strips {
            let raster = storage.raster(bounds: strip)
            let plan = try planner.plan(node, region: strip)
            try execution(of: plan).run { stored, executor in
                try executor.compute(plan.finalStage, region: strip, into: raster, stored: stored)
            }
            try consume(raster)
        }
    }

    private func checkRegion(_ region: PixelRect, rows: Int) throws(RenderingError) {
        if region.isEmpty { throw .emptyRegion(region.cgRect) }
        if region.isUnbounded { throw .infiniteRegion }
        let bytes = PixelRect(x: 0, y: 0, width: region.width, height: rows).byteCount
        if bytes > configuration.memoryLimit {
            throw .outputTooLarge(region: region, bytes: bytes, limit: configuration.memoryLimit)
        }
    }

    /// The plan for a recipe that has been optimised.
    func plan(for node: ImageNode, region: PixelRect) throws(RenderingError) -> RenderPlan {
        try Planner(configuration: configuration, colors: colors).plan(node, region: region)
    }

    private func execution(of plan: RenderPlan) -> PlanExecution {
        PlanExecution(plan: plan, threadCount: configuration.threadCount, scratch: scratch)
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
