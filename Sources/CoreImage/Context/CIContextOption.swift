/// A key of the options with which a context is made.
public struct CIContextOption: RawRepresentable, Hashable, Sendable {
    /// The key's text.
    public let rawValue: String

    /// The key with that text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The space in which filters compute: a `CGColorSpace` with red, green and blue; extended linear sRGB when left
    /// out. `NSNull` turns colour management off: the sources' numbers are computed with as they are, and results are
    /// not converted.
    public static let workingColorSpace = CIContextOption(rawValue: "working_color_space")
    /// The space of `createCGImage` results for which no other is named: an RGB or gray `CGColorSpace`; sRGB when left
    /// out. `NSNull` leaves the working space's numbers.
    public static let outputColorSpace = CIContextOption(rawValue: "output_color_space")
    /// The precision that intermediates need at least, a `CIFormat` or its number: `.RGBA8`, `.RGBA16`, `.RGBAh` or
    /// `.RGBAf`; `.RGBAh` when left out. Filters compute in floats; intermediates that are kept in memory between passes are
    /// floats with `.RGBAf`, at twice the memory, and half floats otherwise (11 significant bits, up to 65 504). Sums and counts
    /// of reductions are floats in any case.
    public static let workingFormat = CIContextOption(rawValue: "working_format")
    /// Whether bitmaps and `CGImage`s are premultiplied by alpha, a Boolean; true when left out.
    public static let outputPremultiplied = CIContextOption(rawValue: "output_premultiplied")
    /// Whether intermediates are kept from one rendering to the next, so that what comes before the change isn't computed again, a
    /// Boolean; true when left out. They take a quarter of `memoryTarget` at most, beside it; pixels are the same either way.
    public static let cacheIntermediates = CIContextOption(rawValue: "kCIContextCacheIntermediates")
    /// Whether to render without a GPU, a Boolean. This library always does, so that it takes either value; the environment variable
    /// `COREIMAGE_LLVM`, not this option, says whether kernels are compiled for the CPU or interpreted.
    public static let useSoftwareRenderer = CIContextOption(rawValue: "software_renderer")
    /// Whether a GPU that saves power may be taken, a Boolean. This library renders on the CPU, so that it takes either value.
    public static let allowLowPower = CIContextOption(rawValue: "kCIContextAllowLowPower")
    /// Whether renderings leave half of the machine's cores to other work, a Boolean; false when left out. Pixels are the same.
    public static let priorityRequestLow = CIContextOption(rawValue: "low_priority")
    /// How many threads compute a rendering, a number of at least 1; as many as there are cores when left out. Decoders
    /// and encoders have threads of their own. Pixels are the same. An option of this library's own.
    public static let threadCount = CIContextOption(rawValue: "thread_count")
    /// A name for the context in log messages, a `String`.
    public static let name = CIContextOption(rawValue: "kCIContextName")
    /// Whether kernels are interpreted until their machine code is ready, a Boolean; false when left out: the first rendering waits for
    /// the code, a few milliseconds a kernel. Pixels are the same either way. An option of this library's own.
    public static let compilesInBackground = CIContextOption(rawValue: "compiles_in_background")
    /// Megabytes (of 1 048 576 bytes) of pixels that one rendering may hold, a number above 0; half of the machine's memory when left
    /// out. A rendering that would need more goes part by part, with the same pixels, and throws `RenderingError` where that doesn't
    /// help. Counted are results and intermediates; not tiles, decoders and encoders, nor what is kept for the next rendering: at most a
    /// quarter as much of intermediates, and a quarter as much of idle memory.
    /// What somebody whom the host doesn't trust has a part in, as described at `renderingDeadline`, may hold 1 GiB when left out.
    public static let memoryTarget = CIContextOption(rawValue: "kCIContextMemoryLimit")
    /// The longest that one rendering may take in seconds, a number above 0; one that takes longer throws
    /// `RenderingError.deadlineExceeded` within a tenth of a second. Infinity or `NSNull`: as long as it takes.
    ///
    /// When left out, renderings take as long as they take, but for those that somebody whom the host doesn't trust has a part in: recipes
    /// (`CIRecipe`), what units' processes make, and kernels that the host doesn't trust. Those may take 60 seconds. The time runs from the call to the
    /// last pixel; writing a file includes encoding it. An option of this library's own.
    public static let renderingDeadline = CIContextOption(rawValue: "rendering_deadline")
    /// The most steps of one rendering, a number of at least 1: weights of an operator, instructions of a kernel and repetitions of its loops,
    /// each for one pixel. Infinity or `NSNull`: any number. When left out, 10¹² where somebody whom the host doesn't trust has a part in the
    /// rendering, and any number otherwise.
    ///
    /// A rendering that certainly takes more throws `RenderingError.tooCostly` before it computes a pixel; one that comes to more throws
    /// `.stepLimitExceeded`. An option of this library's own.
    public static let stepLimit = CIContextOption(rawValue: "step_limit")
}
