/// Settings that show a filter's effect better than its defaults, on a picture of 320 × 240 pixels.
///
/// The pages of `coreimage gallery` show them.
public struct CIFilterExample: Sendable, Hashable {
    /// How the result differs from a picture whose pixels the filter changed.
    public enum Appearance: Sendable, Hashable {
        /// A picture that differs from the input, shown where the input was.
        case picture
        /// A picture of one colour.
        case oneColor
        /// The input itself, because the filter affects only values that an 8-bit picture can't have.
        case unchanged
        /// A picture that is shown as a whole even if it is larger than the input.
        case whole
    }

    /// The settings, of which the last one is the most telling.
    ///
    /// Each text is the filter's part of a `coreimage apply` command, such as `radius=4 intensity=2`, or a whole chain
    /// that contains the filter.
    public var settings: [String]
    /// Files from the gallery's folder `companions` for image inputs, by key. The other image inputs that the settings
    /// don't name have files that suit their keys.
    public var companions: [String: String]
    /// What to expect of the result.
    public var appearance: Appearance

    /// Creates an example.
    ///
    /// - Parameters:
    ///   - settings: The settings, of which the last one is the most telling.
    ///   - companions: Files for image inputs, by key.
    ///   - appearance: What to expect of the result.
    public init(_ settings: String..., companions: [String: String] = [:], appearance: Appearance = .picture) {
        (self.settings, self.companions, self.appearance) = (settings, companions, appearance)
    }

    /// Creates an example of a transition, early, late and in the middle.
    ///
    /// - Parameters:
    ///   - times: The times, of which the last one is the most telling.
    ///   - companions: Files for image inputs, by key.
    ///   - settings: Returns the settings for a time.
    public init(
        times: [Double] = [0.15, 0.3, 0.7, 0.9, 0.5], companions: [String: String] = [:],
        settings: (_ time: Double) -> String
    ) {
        (self.settings, self.companions, appearance) = (times.map(settings), companions, .picture)
    }
}

/// A filter class with an example.
public protocol CIFilterExampleProviding {
    /// Settings that show the filter's effect. Read only by what shows them.
    static var example: CIFilterExample { get }
}

extension CIFilterExample {
    /// Returns the example of a registered filter's class; one without settings if there is none.
    package static func of(_ filterName: String) -> CIFilterExample {
        let filter = CIFilter(name: filterName)
        return filter.flatMap { (type(of: $0) as? any CIFilterExampleProviding.Type)?.example } ?? CIFilterExample()
    }
}
