import Foundation
import ImageGraph
import Pixels
import SystemResources

/// The settings of a `Renderer`.
package struct RendererConfiguration: Sendable {
    /// Colour space in which images are computed; nil disables colour management.
    package var workingColorSpace: CGColorSpace?
    /// The back end that runs kernels.
    package var backend: any KernelBackend
    /// The device that computes passes, and when; nil if the processor computes everything.
    package var device: DeviceRendering?
    /// Width of tiles in pixels, at least 1. Results don't depend on it.
    package var tileWidth: Int
    /// Height of tiles in pixels, at least 1. Results don't depend on it.
    package var tileHeight: Int
    /// Number of threads that compute tiles, at least 1. Results don't depend on it.
    package var threadCount: Int
    /// Limit in bytes for the pixels that one rendering holds: output and intermediates. A larger image is rendered
    /// part by part; rendering throws if that doesn't suffice. Tiles in scratch memory make no rendering throw: fewer
    /// threads compute if their tiles don't fit into the rest. Memory kept between renderings comes on top.
    package var memoryLimit: Int
    /// `memoryLimit` for renderings of untrusted recipes, see `UntrustedRendering`; at most `memoryLimit`.
    package var untrustedMemoryLimit: Int
    /// Limit for the duration of a rendering, from the call to the last pixel, including the time that consumers of
    /// strips take.
    package var deadline = RenderingLimit<Duration>.automatic
    /// Limit for the work of a rendering: weights, instructions and loop repetitions, each for one pixel. A rendering
    /// that certainly needs more throws before it computes a pixel.
    package var workLimit = RenderingLimit<Int>.automatic
    /// Whether intermediates are kept between renderings. A recipe that shares a part with an earlier one then starts
    /// from that part's pixels.
    package var cacheIntermediates: Bool
    /// Format of intermediates that are kept in memory for a whole image: `RGBAh`, or `RGBAf` for more precision at
    /// twice the memory.
    package var intermediateFormat: PixelFormat
    /// Called with warnings for authors of kernels, once for each problem of a kernel. Must be thread-safe.
    package var report: @Sendable (String) -> Void = { _ in }
    /// Whether kernels whose region functions are called once per rendering are run twice, to report those that read
    /// outside of their regions of interest. Slow. Initially true if the environment variable `COREIMAGE_CHECK_REGIONS`
    /// is 1.
    package var checksRegions = RegionCheckVariable.isOn(
        ProcessInfo.processInfo.environment[RegionCheckVariable.name])
    /// Whether recipes are optimised before rendering. Without optimisation, pixels differ by at most what the rules'
    /// `exactness` allows.
    package var optimises: Bool

    /// Creates a configuration. The defaults suit this machine: tiles that fit in a core's L2 cache, all cores, and
    /// half of the memory that the system allows this process.
    package init(
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
