/// The key of a user interface's configuration, and of an input's attributes, for the group of controls: one of the
/// `kCIUISet…` constants.
public let kCIUIParameterSet = "CIUIParameterSet"
/// The controls that every user needs.
public let kCIUISetBasic = "CIUISetBasic"
/// Further controls for users who know the effect.
public let kCIUISetIntermediate = "CIUISetIntermediate"
/// Further controls for experts.
public let kCIUISetAdvanced = "CIUISetAdvanced"
/// Controls for the author of the filter only.
public let kCIUISetDevelopment = "CIUISetDevelopment"

extension CIFilterControl {
    /// A group of controls. A user interface that shows a group shows the smaller ones, too.
    public enum ParameterSet: String, Codable, Sendable, Hashable, CaseIterable, Comparable {
        /// The controls that every user needs: `kCIUISetBasic`.
        case basic
        /// Further controls for users who know the effect: `kCIUISetIntermediate`.
        case intermediate
        /// Further controls for experts: `kCIUISetAdvanced`.
        case advanced
        /// Controls for the author of the filter only: `kCIUISetDevelopment`.
        case development

        /// Creates the group of a `kCIUISet…` constant; nil for other values.
        public init?(constant: Any?) {
            switch constant as? String {
            case kCIUISetBasic: self = .basic
            case kCIUISetIntermediate: self = .intermediate
            case kCIUISetAdvanced: self = .advanced
            case kCIUISetDevelopment: self = .development
            default: return nil
            }
        }

        /// Whether `left` is shown wherever `right` is.
        public static func < (left: ParameterSet, right: ParameterSet) -> Bool { left.rank < right.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }
}
