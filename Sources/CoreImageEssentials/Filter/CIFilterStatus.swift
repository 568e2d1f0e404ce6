/// How close a built-in filter's pixels are to those of Apple's Core Image, and how that is known.
public enum CIFilterStatus: Sendable, Hashable {
    /// The filter's definition is public, and a test computes it in another way.
    case exact
    /// The definition isn't public. The filter is fitted to pictures that Core Image rendered.
    ///
    /// The values are of the picture with the largest differences: their mean and their 99th percentile, in 255ths of
    /// premultiplied sRGB values, without a border of four pixels.
    case fitted(mean: Double, percentile99: Double)
    /// The filter does what Apple's documentation says. There is no picture to compare all of it with.
    case documented
    /// The documentation leaves the look open, and no comparable picture is known. The look is this library's own.
    case ours

    /// The word for the status: `exact`, `fitted`, `documented` or `ours`.
    public var name: String {
        switch self {
        case .exact: "exact"
        case .fitted: "fitted"
        case .documented: "documented"
        case .ours: "ours"
        }
    }
}
