import CoreImage
import UntrustedInput

extension ValidationCheck {
    /// Checks limits, slider ranges, defaults and identity values of numbers.
    static let limitsConsistent = ValidationCheck(
        filter: "limits-consistent", level: 2, needs: [.loads],
        reason:
            "If a default or a slider's range is outside the limits, programs set values that the filter doesn't support."
    ) { filter, _ in
        var failures: [Finding] = []
        var warnings: [Finding] = []
        for input in InputProfile.all(of: try filter.make()) where input.isNumber {
            let limits = [
                ("CIAttributeMin", input.minimum), ("CIAttributeSliderMin", input.sliderMinimum),
                ("CIAttributeSliderMax", input.sliderMaximum), ("CIAttributeMax", input.maximum),
            ].compactMap { name, value in value.map { (name: name, value: $0) } }
            for (low, high) in zip(limits, limits.dropFirst()) where !(low.value <= high.value) {
                failures.append(
                    Finding(
                        "\(printable(input.key)): \(low.name) \(low.value) is above \(high.name) \(high.value)",
                        remedy:
                            "order them: CIAttributeMin ≤ CIAttributeSliderMin ≤ CIAttributeSliderMax ≤ CIAttributeMax")
                )
            }
            for (name, value) in [("CIAttributeDefault", input.defaultValue), ("CIAttributeIdentity", input.identity)] {
                guard case .number(let number)? = value else { continue }
                // Written so that NaN counts as outside.
                let isInside = number >= input.minimum ?? number && number <= input.maximum ?? number
                if !isInside {
                    failures.append(
                        Finding(
                            "\(printable(input.key)): \(name) \(number) is outside the limits",
                            remedy: "move the value or the limits"))
                } else if number < input.sliderMinimum ?? number || number > input.sliderMaximum ?? number {
                    warnings.append(
                        Finding(
                            "\(printable(input.key)): \(name) \(number) can't be reached with the slider",
                            remedy: "make the slider's range larger"))
                }
            }
        }
        return .of(failures: failures, warnings: warnings)
    }
}
