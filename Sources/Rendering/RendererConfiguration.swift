import Foundation
import ImageGraph
import Pixels

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
    /// rendering throws where even that doesn't help. Tiles in scratch memory, and what is kept between renderings, come on top.
    public var memoryLimit: Int
    /// Whether intermediates are kept between renderings, so that a recipe that shares a part with an earlier one starts from there.
    public var cacheIntermediates: Bool
    /// Format of intermediates that are kept in memory for a whole picture: `RGBAh`, or `RGBAf` for more precision at twice the memory.
    public var intermediateFormat: PixelFormat
    /// Whether recipes are optimised before they are rendered. Without, pixels differ by no more than the rules' `exactness` allows.
    public var optimises: Bool

    /// Settings; the defaults suit this machine: tiles that fit in a core's L2 cache, all cores, half of the memory.
    public init(
        workingColorSpace: CGColorSpace?, backend: any KernelBackend, tileWidth: Int = 256, tileHeight: Int = 64,
        threadCount: Int = ProcessInfo.processInfo.activeProcessorCount,
        memoryLimit: Int = Int(clamping: ProcessInfo.processInfo.physicalMemory / 2), cacheIntermediates: Bool = true,
        intermediateFormat: PixelFormat = .RGBAh, optimises: Bool = true
    ) {
        self.workingColorSpace = workingColorSpace
        self.backend = backend
        self.tileWidth = max(1, tileWidth)
        self.tileHeight = max(1, tileHeight)
        self.threadCount = max(1, threadCount)
        self.memoryLimit = memoryLimit
        self.cacheIntermediates = cacheIntermediates
        self.intermediateFormat = intermediateFormat
        self.optimises = optimises
    }
}
