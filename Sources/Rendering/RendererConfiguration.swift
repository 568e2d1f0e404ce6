import Foundation
import ImageGraph
import Pixels

/// How a `Renderer` works.
public struct RendererConfiguration: Sendable {
    /// Space in which images are computed; nil turns colour management off.
    public var workingColorSpace: CGColorSpace?
    /// What runs kernels.
    public var backend: any KernelBackend
    /// Edge of the square tiles that images are computed in, in pixels; at least 1. Results don't depend on it.
    public var tileSize: Int
    /// Threads that compute tiles; at least 1. Results don't depend on it.
    public var threadCount: Int
    /// Most bytes of pixels (output and intermediates) that one render may hold; beyond it, rendering throws.
    public var memoryLimit: Int
    /// Whether scratch memory is kept between renders, for speed.
    public var cacheIntermediates: Bool

    /// Settings; the defaults suit this machine: tiles that fit in a core's L2 cache, all cores, half of the memory.
    public init(
        workingColorSpace: CGColorSpace?, backend: any KernelBackend, tileSize: Int = 128,
        threadCount: Int = ProcessInfo.processInfo.activeProcessorCount,
        memoryLimit: Int = Int(clamping: ProcessInfo.processInfo.physicalMemory / 2), cacheIntermediates: Bool = true
    ) {
        self.workingColorSpace = workingColorSpace
        self.backend = backend
        self.tileSize = max(1, tileSize)
        self.threadCount = max(1, threadCount)
        self.memoryLimit = memoryLimit
        self.cacheIntermediates = cacheIntermediates
    }
}
