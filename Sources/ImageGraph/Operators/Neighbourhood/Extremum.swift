/// The value of a neighbourhood that a pixel gets, for each component separately.
package enum Extremum: String, Sendable, Hashable {
    /// The largest value.
    case maximum
    /// The smallest value.
    case minimum
}
