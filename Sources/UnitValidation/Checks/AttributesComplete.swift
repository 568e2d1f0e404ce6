import CoreImage
import UntrustedInput

extension ValidationCheck {
    /// Checks names, categories, and the class of every input.
    static let attributesComplete = ValidationCheck(
        filter: "attributes-complete", level: 2, needs: [.loads],
        reason: "Programs build menus and sliders from attributes; they can't show what is missing there."
    ) { filter, _ in
        let made = try filter.make()
        let attributes = made.attributes
        var failures: [Finding] = []
        var warnings: [Finding] = []
        if (attributes[kCIAttributeFilterDisplayName] as? String ?? "").isEmpty {
            failures.append(Finding("the filter has no display name", remedy: "set CIAttributeFilterDisplayName"))
        }
        let categories = attributes[kCIAttributeFilterCategories] as? [String] ?? []
        if categories.isEmpty {
            failures.append(
                Finding(
                    "the filter is in no category, so that it is in no menu",
                    remedy: "list some under CIAttributeFilterCategories, for instance CICategoryStylize"))
        } else if CategoryName.effects.isDisjoint(with: categories) {
            warnings.append(
                Finding(
                    "no category says what the filter does: \(categories.map { printable($0) }.joined(separator: ", "))",
                    remedy: "add one such as CICategoryColorAdjustment or CICategoryDistortionEffect"))
        }
        if (attributes[kCIAttributeDescription] as? String ?? "").isEmpty {
            warnings.append(
                Finding("the filter has no description", remedy: "set CIAttributeDescription to a sentence"))
        }
        for input in InputProfile.all(of: made) {
            let key = printable(input.key)
            if (input.className ?? "").isEmpty {
                failures.append(Finding("\(key) has no class", remedy: "set its CIAttributeClass"))
            }
            if (input.displayName ?? "").isEmpty {
                warnings.append(Finding("\(key) has no display name", remedy: "set its CIAttributeDisplayName"))
            }
            if input.isNumber, input.type != kCIAttributeTypeBoolean,
                input.sliderMinimum ?? input.minimum == nil || input.sliderMaximum ?? input.maximum == nil
            {
                warnings.append(
                    Finding(
                        "\(key) has no range, so that no slider can be made for it",
                        remedy: "set CIAttributeSliderMin and CIAttributeSliderMax"))
            }
        }
        return .of(failures: failures, warnings: warnings)
    }
}

/// Documented categories for the effect of a filter, as opposed to those for its suitability.
private enum CategoryName {
    static let effects: Set<String> = [
        kCICategoryDistortionEffect, kCICategoryGeometryAdjustment, kCICategoryCompositeOperation,
        kCICategoryHalftoneEffect, kCICategoryColorAdjustment, kCICategoryColorEffect, kCICategoryTransition,
        kCICategoryTileEffect, kCICategoryGenerator, kCICategoryReduction, kCICategoryGradient, kCICategoryStylize,
        kCICategorySharpen, kCICategoryBlur,
    ]
}
