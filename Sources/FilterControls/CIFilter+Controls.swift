import CoreImageEssentials

extension CIFilter {
    /// Returns a description of a control for each input, in the order of `inputKeys`.
    ///
    /// The role is that of Apple's `view(forUIConfiguration:excludedKeys:)`, which returns a view of AppKit.
    ///
    /// ```swift
    /// for control in CIFilter.sepiaTone().controls() { print(control.displayName, control.kind) }
    /// ```
    ///
    /// Limits, default and identity are those of the filter's attributes. If the attributes have no ends for a slider,
    /// the limits are used, or else a range around the default.
    ///
    /// - Parameters:
    ///   - configuration: With `kCIUIParameterSet`, the controls of this group and of smaller ones: one of the
    ///     `kCIUISet…` constants. Without it or with another value, all controls. Other keys have no effect.
    ///   - excludedKeys: Keys of inputs without a control, such as those that the application sets itself.
    public func controls(
        forUIConfiguration configuration: [String: Any] = [:], excludedKeys: [String] = []
    ) -> [CIFilterControl] {
        let attributes = attributes
        let largest = CIFilterControl.ParameterSet(constant: configuration[kCIUIParameterSet]) ?? .development
        return inputKeys.filter { !excludedKeys.contains($0) }
            .map { ControlMaker(key: $0, attributes: attributes[$0] as? [String: Any] ?? [:]).control }
            .filter { $0.parameterSet <= largest }
    }
}
