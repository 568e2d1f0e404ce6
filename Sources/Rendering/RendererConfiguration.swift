import Foundation
import ImageGraph
import Pixels
import SystemResources

/// How a `Renderer` works.
public struct RendererConfiguration: Sendable {
    /// Space in which images are computed; nil turns colour management off.
    public var workingColorSpace: CGColorSpace?
    /// What runs kernels.
    public var backend: any KernelBackend
    /// Columns of the tiles that images are computed in; at least 1. Results don't depend on it.
    public var tileWidth: Int
    /// Rows of the tiles that images are computed in; at least 1. Results don't depend on it.
    public var tileHeight: Int
    /// Threads that compute tiles; at least 1. Results don't depend on it.
    public var threadCount: Int
    /// Most bytes of pixels (output and intermediates) that one rendering may hold; beyond it, pictures are rendered part by part, and
    /// rendering throws where even that doesn't help. Tiles in scratch memory count; what is kept between renderings comes on top.
    public var memoryLimit: Int
    /// The same for a rendering that somebody whom the host doesn't trust has a part in; at most `memoryLimit`.
    public var untrustedMemoryLimit: Int
    /// The longest that a rendering may take, from the call to the last pixel, what consumers of strips take included.
    public var deadline = RenderingLimit<Duration>.automatic
    /// The most steps of a rendering, which are weights, instructions and loop repetitions, each for one pixel. One that certainly needs more
    /// throws before it computes a pixel.
    public var stepLimit = RenderingLimit<Int>.automatic
    /// Whether intermediates are kept between renderings, so that a recipe that shares a part with an earlier one starts from there.
    public var cacheIntermediates: Bool
    /// Format of intermediates that are kept in memory for a whole picture: `RGBAh`, or `RGBAf` for more precision at twice the memory.
    public var intermediateFormat: PixelFormat
    /// Called with what somebody who writes kernels should know about a rendering; once for each kernel. Thread-safe.
    public var report: @Sendable (String) -> Void = { _ in }
    /// Whether kernels with regions of interest of applications are run twice, to report those that read outside of
    /// them. Slow. At first what the environment's `COREIMAGE_CHECK_REGIONS` says: 1 for yes.
    public var checksRegions = ProcessInfo.processInfo.environment["COREIMAGE_CHECK_REGIONS"] == "1"
    /// Whether recipes are optimised before they are rendered. Without, pixels differ by no more than the rules' `exactness` allows.
    public var optimises: Bool

    /// Settings; the defaults suit this machine: tiles that fit in a core's L2 cache, all cores, half of the memory that the
    /// system lets this process have.
    public init(
        workingColorSpace: CGColorSpace?, backend: any KernelBackend, tileWidth: Int = 256, tileHeight: Int = 64,
        threadCount: Int = ProcessInfo.processInfo.activeProcessorCount,
        memoryLimit: Int = SystemMemory.available / 2, cacheIntermediates: Bool = true,
        intermediateFormat: PixelFormat = .RGBAh, optimises: Bool = true
    ) {
        self.workingColorSpace = workingColorSpace
        self.backend = backend
        self.tileWidth = max(1, tileWidth)
        self.tileHeight = max(1, tileHeight)
        self.threadCount = max(1, threadCount)
        self.memoryLimit = memoryLimit
        untrustedMemoryLimit = min(memoryLimit, UntrustedRendering.memory)
        self.cacheIntermediates = cacheIntermediates
        self.intermediateFormat = intermediateFormat
        self.optimises = optimises
    }
}
