/// A key of the options with which a context is made.
public struct CIContextOption: RawRepresentable, Hashable, Sendable {
    /// The key's text.
    public let rawValue: String

    /// The key with that text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The space in which filters compute, a `CGColorSpace` with RGB components; extended linear sRGB when left out. `NSNull` turns colour management off.
    public static let workingColorSpace = CIContextOption(rawValue: "working_color_space")
    /// The space of results for which no other is named, a `CGColorSpace`; sRGB when left out. `NSNull` leaves the working space's numbers.
    public static let outputColorSpace = CIContextOption(rawValue: "output_color_space")
    /// Precision of intermediates, a `CIFormat`: `.RGBAf` when left out.
    public static let workingFormat = CIContextOption(rawValue: "working_format")
    /// Whether to render on the CPU, a Boolean: always true, since this library renders on the CPU only; false is refused nowhere and changes nothing.
    public static let useSoftwareRenderer = CIContextOption(rawValue: "software_renderer")
    /// Whether results of intermediate steps are kept for the next rendering, a Boolean.
    public static let cacheIntermediates = CIContextOption(rawValue: "kCIContextCacheIntermediates")
    /// A name for the context in log messages, a `String`.
    public static let name = CIContextOption(rawValue: "kCIContextName")
    /// Bytes that pixels of intermediates may take, a number.
    public static let memoryLimit = CIContextOption(rawValue: "kCIContextMemoryLimit")
}
