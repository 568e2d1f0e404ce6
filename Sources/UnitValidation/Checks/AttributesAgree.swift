import CoreImage
import Foundation
import ImageUnits
import UntrustedInput

extension ValidationCheck {
    /// Checks that registry, attributes, keys, values and Description.plist agree.
    static let attributesAgree = ValidationCheck(
        filter: "attributes-agree", level: 2, needs: [.loads],
        reason: "Several keys hold the same fact; if they differ, programs behave differently."
    ) { filter, _ in
        let made = try filter.make()
        let attributes = made.attributes
        var failures: [Finding] = []
        let described = Set(attributes.filter { ($0.value as? [String: Any])?[kCIAttributeClass] != nil }.keys)
        for key in made.inputKeys where !described.contains(key) {
            failures.append(
                Finding(
                    "\(printable(key)) is in inputKeys, but no attributes describe it",
                    remedy: "declare it with @CIInput, or describe it in customAttributes"))
        }
        for key in described.subtracting(made.inputKeys).sorted() where !made.outputKeys.contains(key) {
            failures.append(
                Finding(
                    "attributes describe \(printable(key)), but it is not in inputKeys",
                    remedy: "declare the input, or take its attributes away"))
        }
        for input in InputProfile.all(of: made) {
            guard let stated = input.defaultValue, let value = made.value(forKey: input.key) else { continue }
            guard let actual = SettingValue(keyValue: value), !actual.isNearly(stated) else { continue }
            failures.append(
                Finding(
                    "\(printable(input.key)) of a new filter is \(actual.text), but CIAttributeDefault says \(stated.text)",
                    remedy: "make them the same"))
        }
        if let description = filter.description {
            failures += RegistryAgreement.findings(description, attributes)
            failures += DescriptionAgreement.findings(description, InputProfile.all(of: made))
        }
        return .of(failures: failures)
    }
}

/// Compares the registry, which is available before a filter is made, with the filter's attributes.
private enum RegistryAgreement {
    static func findings(_ description: FilterDescription, _ attributes: [String: Any]) -> [Finding] {
        var result: [Finding] = []
        let name = description.name
        let listed = CIFilter.categories(forFilterName: name)
        let own = attributes[kCIAttributeFilterCategories] as? [String] ?? []
        if Set(listed) != Set(own) {
            result.append(
                Finding(
                    "Description.plist puts the filter into \(list(listed)), its attributes into \(list(own))",
                    remedy: "state the same CIAttributeFilterCategories in both"))
        }
        let title = CIFilter.localizedName(forFilterName: name)
        let ownTitle = attributes[kCIAttributeFilterDisplayName] as? String
        if let title, let ownTitle, title != ownTitle {
            result.append(
                Finding(
                    "Description.plist calls the filter '\(printable(title))', its attributes '\(printable(ownTitle))'",
                    remedy: "state the same CIAttributeFilterDisplayName in both"))
        }
        return result
    }

    private static func list(_ names: [String]) -> String {
        names.isEmpty ? "no category" : names.map { printable($0) }.joined(separator: ", ")
    }
}

/// Compares the inputs in Description.plist with those of the filter.
private enum DescriptionAgreement {
    static func findings(_ description: FilterDescription, _ inputs: [InputProfile]) -> [Finding] {
        var result: [Finding] = []
        for stated in description.inputs {
            let key = printable(stated.name)
            guard let input = inputs.first(where: { $0.key == stated.name }) else {
                result.append(
                    Finding(
                        "Description.plist lists the input \(key), which the filter doesn't have",
                        remedy: "correct its CIAttributeName, or remove it"))
                continue
            }
            if let own = input.className, own != stated.className {
                result.append(
                    Finding(
                        "Description.plist says that \(key) is a \(printable(stated.className)), the filter that it is a \(printable(own))",
                        remedy: "correct CIAttributeClass"))
            }
            let limits = [
                ("CIAttributeMin", stated.minimum, input.minimum), ("CIAttributeMax", stated.maximum, input.maximum),
            ]
            for case (let name, let one?, let other?) in limits
            where !SettingValue.number(one).isNearly(.number(other)) {
                result.append(
                    Finding(
                        "Description.plist gives \(key) a \(name) of \(one), the filter one of \(other)",
                        remedy: "make them the same"))
            }
        }
        return result
    }
}
