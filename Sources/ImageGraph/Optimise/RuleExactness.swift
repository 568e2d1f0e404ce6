/// The precision to which a rule keeps pixels.
package enum RuleExactness: Sendable, Hashable {
    /// Every bit is kept, except for the sign of a zero and the payload of a NaN.
    case exact
    /// Every component is kept to within this relative difference of the larger of 1 and its magnitude. Tests check
    /// this bound.
    case within(Float)
    /// The result follows the documentation, not the separate computation of each node: two resamplings become one.
    case byDefinition
}
