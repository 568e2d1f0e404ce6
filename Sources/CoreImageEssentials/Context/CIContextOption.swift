/// A key of the options that a context is created with.
public struct CIContextOption: RawRepresentable, Hashable, Sendable {
    /// The key's string.
    public let rawValue: String

    /// Creates a key from its string.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The colour space in which filters compute: a `CGColorSpace` of the RGB model. The default is extended linear
    /// sRGB.
    ///
    /// `NSNull` turns colour management off: filters compute with the sources' numbers, and results are not converted.
    public static let workingColorSpace = CIContextOption(rawValue: "working_color_space")
    /// The colour space of `createCGImage` results when the call names none: an RGB or gray `CGColorSpace`. The default
    /// is sRGB.
    ///
    /// `NSNull` leaves the numbers of the working space.
    public static let outputColorSpace = CIContextOption(rawValue: "output_color_space")
    /// The minimum precision of intermediates: `CIFormat.RGBA8`, `.RGBA16`, `.RGBAh` or `.RGBAf`, or its raw value. The
    /// default is `.RGBAh`.
    ///
    /// Filters compute in floats. Intermediates that are kept in memory between passes are floats with `.RGBAf`, at
    /// twice the memory, and half floats otherwise (11 significant bits, up to 65 504). Sums and counts of reductions
    /// are always floats.
    public static let workingFormat = CIContextOption(rawValue: "working_format")
    /// Whether bitmaps and `CGImage`s are premultiplied by alpha, a Boolean. The default is true.
    public static let outputPremultiplied = CIContextOption(rawValue: "output_premultiplied")
    /// Whether intermediates are kept from one rendering to the next, a Boolean. The default is true.
    ///
    /// When a recipe changes, the steps before the change are then not computed again. Kept intermediates take at most
    /// a quarter of `memoryTarget`, in addition to it. Pixels are the same either way.
    public static let cacheIntermediates = CIContextOption(rawValue: "kCIContextCacheIntermediates")
    /// Whether to render without a GPU, a Boolean. If it is false, a GPU that is found computes what is faster there.
    /// The default is the processor that the environment variable `COREIMAGE_DEVICE` selects, without one the CPU.
    ///
    /// Whether kernels are compiled for the CPU or interpreted is decided by the environment variable `COREIMAGE_LLVM`.
    public static let useSoftwareRenderer = CIContextOption(rawValue: "software_renderer")
    /// The processor that renders, a `CIDevice` or a `String`: `cpu`, `auto`, `cuda`, `cuda:` with a number, `vulkan`,
    /// or `vulkan:` with a part of a device's name. It takes precedence over `useSoftwareRenderer` and over the
    /// environment variable `COREIMAGE_DEVICE`, which has the same values.
    ///
    /// `auto` is the first GPU, for passes that are faster there by an estimate; other devices compute all passes that
    /// they can. The CPU computes the others, and everything if the device fails. See <doc:RenderingOnDevices> for the
    /// exactness of results. If the device can't be used, `CIContext.init(options:)` logs the reason and renders on the
    /// CPU, and `CIContext.init(checking:)` throws `CIError.unusableDevice`. Only this library has this option.
    public static let device = CIContextOption(rawValue: "device")
    /// Whether a GPU that saves power may be used, a Boolean. This library doesn't know which ones do, so the value has
    /// no effect.
    public static let allowLowPower = CIContextOption(rawValue: "kCIContextAllowLowPower")
    /// Whether renderings leave half of the machine's cores to other work, a Boolean. The default is false. Pixels are
    /// the same either way.
    public static let priorityRequestLow = CIContextOption(rawValue: "low_priority")
    /// The number of threads that compute a rendering, at least 1. The default is the number of cores.
    ///
    /// Decoders and encoders have their own threads. Pixels are the same for any number. Only this library has this
    /// option.
    public static let threadCount = CIContextOption(rawValue: "thread_count")
    /// A name for the context that its `description` contains, a `String`.
    public static let name = CIContextOption(rawValue: "kCIContextName")
    /// Whether kernels are interpreted until their machine code is ready, a Boolean. The default is false.
    ///
    /// When it is false, a rendering waits for unoptimised machine code, a few milliseconds per kernel, which optimised
    /// code soon replaces. Pixels are the same either way. Only this library has this option.
    public static let compilesInBackground = CIContextOption(rawValue: "compiles_in_background")
    /// The memory that one rendering may take for pixels, in megabytes of 1 048 576 bytes; a number above 0. The
    /// default is half of the memory that the system allows this process.
    ///
    /// A rendering that needs more is computed in parts, with the same pixels. If that isn't enough, it throws
    /// `RenderingError`. The limit counts results and intermediates. Tiles don't count, but fewer threads compute if
    /// their tiles don't fit into the rest. Decoders and encoders don't count, nor does the memory that is kept for
    /// later renderings: intermediates, at most a quarter of the limit, and idle memory, at most another quarter.
    ///
    /// When the option is left out, an untrusted rendering, as described at `renderingDeadline`, may take 1 GiB.
    public static let memoryTarget = CIContextOption(rawValue: "kCIContextMemoryLimit")
    /// The maximum time that one rendering may take, in seconds; a number above 0. Infinity or `NSNull` removes the
    /// limit.
    ///
    /// A rendering that takes longer throws `RenderingError.deadlineExceeded` within a tenth of a second after the
    /// deadline. The time runs from the call to the last pixel. For a file it includes encoding.
    ///
    /// When the option is left out, only untrusted renderings have a limit, of 60 seconds. A rendering is untrusted
    /// when its image comes from a stored recipe (`CIRecipe`) or from an image unit's process, or when it runs a kernel
    /// that the host doesn't trust. Only this library has this option.
    public static let renderingDeadline = CIContextOption(rawValue: "rendering_deadline")
    /// The maximum number of steps of one rendering, at least 1. Infinity or `NSNull` removes the limit.
    ///
    /// A step is a weight of an operator, an instruction of a kernel or a repetition of one of its loops, each for one
    /// pixel. A rendering that certainly needs more steps throws `RenderingError.tooCostly` before it computes a pixel.
    /// A rendering that reaches the limit while it runs throws `RenderingError.stepLimitExceeded`. Repetitions are
    /// counted for blocks of neighbouring pixels, so their number can vary a little with the processor, and from one
    /// rendering to the next.
    ///
    /// When the option is left out, an untrusted rendering, as described at `renderingDeadline`, may take 10¹² steps,
    /// and other renderings any number. Only this library has this option.
    public static let stepLimit = CIContextOption(rawValue: "step_limit")
}
