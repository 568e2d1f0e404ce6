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
    /// `.RGBAf`; `.RGBAh` when left out. Filters compute in floats; intermediates that are kept in memory for a whole picture are
    /// floats with `.RGBAf`, and half floats otherwise.
    public static let workingFormat = CIContextOption(rawValue: "working_format")
    /// Whether bitmaps and `CGImage`s are premultiplied by alpha, a Boolean; true when left out.
    public static let outputPremultiplied = CIContextOption(rawValue: "output_premultiplied")
    /// Whether intermediates are kept from one rendering to the next, so that only what has changed is computed, a Boolean; true when
    /// left out.
    public static let cacheIntermediates = CIContextOption(rawValue: "kCIContextCacheIntermediates")
    /// Whether to render on the CPU, a Boolean. This library always does, so that it takes either value.
    public static let useSoftwareRenderer = CIContextOption(rawValue: "software_renderer")
    /// Whether a GPU that saves power may be taken, a Boolean. This library renders on the CPU, so that it takes either value.
    public static let allowLowPower = CIContextOption(rawValue: "kCIContextAllowLowPower")
    /// Whether renderings leave half of the machine's cores to other work, a Boolean; false when left out.
    public static let priorityRequestLow = CIContextOption(rawValue: "low_priority")
    /// A name for the context in log messages, a `String`.
    public static let name = CIContextOption(rawValue: "kCIContextName")
    /// Whether kernels are interpreted until their machine code is ready, a Boolean; false when left out: the first rendering waits for
    /// the code, a few milliseconds a kernel. Pixels are the same either way. An option of this library's own.
    public static let compilesInBackground = CIContextOption(rawValue: "compiles_in_background")
    /// Megabytes of pixels that one rendering may hold, a number; half of the machine's memory when left out. A
    /// rendering that would need more goes part by part, and is refused with an error where that doesn't help.
    public static let memoryTarget = CIContextOption(rawValue: "kCIContextMemoryLimit")
}
