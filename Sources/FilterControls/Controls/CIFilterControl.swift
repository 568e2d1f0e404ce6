/// A description of a control for an input of a filter: what to show, its limits, and how its values are written.
///
/// `CIFilter.controls(forUIConfiguration:excludedKeys:)` makes descriptions from a filter's attributes. They have the
/// role of Apple's `IKFilterUIView`, without drawing: an application makes a control of its toolkit from each. As JSON,
/// they are what the workbench's page receives and what `coreimage filter NAME --json` prints:
///
/// ```json
/// {"key": "inputRadius", "displayName": "Radius", "kind": "slider", "valueClass": "NSNumber", "unit": "distance",
///  "parameterSet": "basic", "minimum": 0, "slider": {"from": 0, "to": 100}, "step": 0.1, "default": 10, "identity": 0}
/// ```
///
/// Members without a value are left out.
public struct CIFilterControl: Codable, Sendable, Hashable, Identifiable {
    /// The key of the input, for `setValue(_:forKey:)`.
    public var key: String
    /// The name to show.
    public var displayName: String
    /// A sentence that says what the input does.
    public var summary: String?
    /// What kind of control to show.
    public var kind: Kind
    /// The class of the input's values, as `kCIAttributeClass` states it.
    public var valueClass: String
    /// The unit of numbers; nil where there are none.
    public var unit: Unit?
    /// The group that the control belongs to. Inputs that state none are basic.
    public var parameterSet: ParameterSet
    /// The smallest meaningful number. Smaller ones are accepted.
    public var minimum: Double?
    /// The largest meaningful number. Larger ones are accepted.
    public var maximum: Double?
    /// The ends of a slider or a dial: those of the attributes, or else ends around the default.
    public var slider: SliderEnds?
    /// The difference between neighbouring positions of the control.
    public var step: Double?
    /// The numbers of a vector, with a name for each. Empty for other kinds, and for vectors of any length.
    public var components: [String]
    /// The values to choose from. Empty for kinds other than `choice`.
    public var choices: [Choice]
    /// The value of a new filter; nil if it has none.
    public var defaultValue: CIFilterControlValue?
    /// The value at which the input has no effect; nil if it isn't known.
    public var identity: CIFilterControlValue?
    /// The curve that the values form; nil if they form none.
    public var curve: Curve?

    /// The key of the input.
    public var id: String { key }

    private enum CodingKeys: String, CodingKey {
        case key, displayName, summary, kind, valueClass, unit, parameterSet, minimum, maximum, slider, step
        case components, choices, identity, curve
        case defaultValue = "default"
    }

    /// Creates a description without numbers and choices.
    package init(
        key: String, displayName: String, summary: String?, kind: Kind, valueClass: String, set: ParameterSet
    ) {
        (self.key, self.displayName, self.summary) = (key, displayName, summary)
        (self.kind, self.valueClass, parameterSet) = (kind, valueClass, set)
        (components, choices) = ([], [])
    }

    /// Reads a description. Lists that are left out are empty.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        key = try values.decode(String.self, forKey: .key)
        displayName = try values.decode(String.self, forKey: .displayName)
        summary = try values.decodeIfPresent(String.self, forKey: .summary)
        kind = try values.decode(Kind.self, forKey: .kind)
        valueClass = try values.decode(String.self, forKey: .valueClass)
        unit = try values.decodeIfPresent(Unit.self, forKey: .unit)
        parameterSet = try values.decode(ParameterSet.self, forKey: .parameterSet)
        minimum = try values.decodeIfPresent(Double.self, forKey: .minimum)
        maximum = try values.decodeIfPresent(Double.self, forKey: .maximum)
        slider = try values.decodeIfPresent(SliderEnds.self, forKey: .slider)
        step = try values.decodeIfPresent(Double.self, forKey: .step)
        components = try values.decodeIfPresent([String].self, forKey: .components) ?? []
        choices = try values.decodeIfPresent([Choice].self, forKey: .choices) ?? []
        defaultValue = try values.decodeIfPresent(CIFilterControlValue.self, forKey: .defaultValue)
        identity = try values.decodeIfPresent(CIFilterControlValue.self, forKey: .identity)
        curve = try values.decodeIfPresent(Curve.self, forKey: .curve)
    }

    /// Writes a description. Empty lists are left out.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(key, forKey: .key)
        try values.encode(displayName, forKey: .displayName)
        try values.encodeIfPresent(summary, forKey: .summary)
        try values.encode(kind, forKey: .kind)
        try values.encode(valueClass, forKey: .valueClass)
        try values.encodeIfPresent(unit, forKey: .unit)
        try values.encode(parameterSet, forKey: .parameterSet)
        try values.encodeIfPresent(minimum, forKey: .minimum)
        try values.encodeIfPresent(maximum, forKey: .maximum)
        try values.encodeIfPresent(slider, forKey: .slider)
        try values.encodeIfPresent(step, forKey: .step)
        if !components.isEmpty { try values.encode(components, forKey: .components) }
        if !choices.isEmpty { try values.encode(choices, forKey: .choices) }
        try values.encodeIfPresent(defaultValue, forKey: .defaultValue)
        try values.encodeIfPresent(identity, forKey: .identity)
        try values.encodeIfPresent(curve, forKey: .curve)
    }
}
