import Foundation
import UntrustedInput

/// Reads one element of `CIInputs`.
struct InputReader {
    let folder: UnitFolder
    let strings: DescriptionStrings
    /// Whether the list defines the inputs, as for kernels and C functions. A class defines its inputs in its code.
    let listDefinesInputs: Bool

    /// Returns the input; nil if it has no name or no class, which is reported.
    ///
    /// - Parameter given: The name, if it is a key of the dictionary above and not one of the attributes.
    func input(_ section: PropertySection, name given: String?) -> InputDescription? {
        section.checkKeys(known: UnitKey.input)
        section.checkStrings(UnitKey.keptInputStrings)
        guard let name = given ?? required(UnitKey.attributeName, section), let className = className(section) else {
            return nil
        }
        guard !name.isEmpty else {
            section.report(.malformedValue(name, expected: "a name"), at: UnitKey.attributeName)
            return nil
        }
        if !name.hasPrefix("input") { section.log.noteUnprefixed(name) }

        let isNumber = className == "NSNumber"
        let number = { (key: String) in isNumber ? self.number(key, section) : section.entries[key]?.number }
        let input = InputDescription(
            name: name, className: className, type: type(section, className: className),
            defaultValue: value(UnitKey.attributeDefault, section, className: className),
            identity: value(UnitKey.attributeIdentity, section, className: className),
            minimum: number(UnitKey.attributeMin), maximum: number(UnitKey.attributeMax),
            sliderMinimum: number(UnitKey.attributeSliderMin), sliderMaximum: number(UnitKey.attributeSliderMax),
            displayName: strings.text(section.string(UnitKey.attributeDisplayName) ?? name),
            summary: section.string(UnitKey.attributeDescription).map(strings.text),
            attributes: section.entries.filter { !UnitKey.placedInInput.contains($0.key) })
        checkLimits(input, section)
        return input
    }

    private func required(_ key: String, _ section: PropertySection) -> String? {
        if section.entries[key] == nil { section.reportMissing(key) }
        return section.string(key)?.trimmingCharacters(in: .whitespaces)
    }

    private func className(_ section: PropertySection) -> String? {
        guard let name = required(UnitKey.attributeClass, section) else { return nil }
        if listDefinesInputs, !UnitKey.inputClasses.contains(name) {
            section.report(
                .unsupportedClass(name, nearest: NearestName.of(name, among: UnitKey.inputClasses)),
                at: UnitKey.attributeClass)
            return nil
        }
        return name
    }

    private func type(_ section: PropertySection, className: String) -> String? {
        let key = UnitKey.attributeType
        guard let type = section.string(key) else { return nil }
        if let classes = UnitKey.attributeTypes[type] {
            if UnitKey.inputClasses.contains(className), !classes.contains(className) {
                section.report(.mismatchedType(type: type, inputClass: className), at: key, severity: .warning)
            }
        } else if let nearest = NearestName.of(type, among: UnitKey.attributeTypes.keys) {
            section.report(.misspeltName(type, nearest: nearest), at: key, severity: .warning)
        }
        return type
    }

    private func value(_ key: String, _ section: PropertySection, className: String) -> InputValue? {
        guard let value = section.entries[key] else { return nil }
        switch className {
        case "NSNumber":
            return number(key, section).map(InputValue.number)
        case "CIVector":
            return components(key, section, expected: "a vector such as '[10 20]'", ValueText.vector).map(
                InputValue.vector)
        case "CIColor":
            let parts = components(key, section, expected: "a colour such as '1 0.5 0 1'", ValueText.color)
            return parts.map { .color(red: $0[0], green: $0[1], blue: $0[2], alpha: $0[3]) }
        case "CIImage":
            return section.string(key).flatMap { image($0, key, section) }
        default:
            return .other(value)
        }
    }

    private func number(_ key: String, _ section: PropertySection) -> Double? {
        section.number(key, isFlag: section.entries[UnitKey.attributeType]?.string == "CIAttributeTypeBoolean")
    }

    /// Returns the numbers of a string, or with a warning of an array if the author wrote one.
    private func components(
        _ key: String, _ section: PropertySection, expected: String, _ parse: (String) -> [Double]?
    ) -> [Double]? {
        if let numbers = section.entries[key]?.array?.map(\.number) {
            let text = numbers.map { $0.map { "\($0)" } ?? "?" }.joined(separator: " ")
            if let parsed = parse(text) {
                section.report(.wrongType(expected: "string", found: "array"), at: key, severity: .warning)
                return parsed
            }
            section.report(.malformedValue(text, expected: expected), at: key)
            return nil
        }
        guard let text = section.string(key) else { return nil }
        if let parsed = parse(text) { return parsed }
        section.report(.malformedValue(text, expected: expected), at: key)
        return nil
    }

    /// Returns a regular file of the bundle, named relative to the bundle or to its Resources.
    ///
    /// Files outside the bundle are refused. Otherwise a unit could name one of the user's private pictures, whose
    /// pixels would become part of the result.
    private func image(_ path: String, _ key: String, _ section: PropertySection) -> InputValue? {
        do throws(ImageUnitProblem) {
            guard !path.isEmpty else {
                throw ImageUnitProblem.malformedValue(path, expected: "the name of a picture in the bundle")
            }
            guard !path.hasPrefix("/"), !path.split(separator: "/").contains("..") else {
                throw ImageUnitProblem.escapesBundle(path: path)
            }
            let file = folder.exists("Contents/Resources/" + path) ? "Contents/Resources/" + path : path
            // A URL is reported as leading outside. The remedy for a missing file, to add it to the bundle, wouldn't
            // fit.
            if !folder.exists(file), Self.isAddress(path) { throw ImageUnitProblem.escapesBundle(path: path) }
            // Checks that it is a regular file: opening a pipe as a picture would block.
            _ = try folder.start(file, count: 0)
            return .image(URL(fileURLWithPath: try folder.path(file)))
        } catch {
            section.report(error, at: key)
            return nil
        }
    }

    /// Whether a text begins with a URL scheme, for instance `http://host/a.png` and `file:/a.png`.
    private static func isAddress(_ text: String) -> Bool {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon != text.startIndex else { return false }
        return text.utf8[..<colon].allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                true
            default: false
            }
        }
    }

    private func checkLimits(_ input: InputDescription, _ section: PropertySection) {
        let ranges = [
            (input.minimum, input.maximum, UnitKey.attributeMin),
            (input.sliderMinimum, input.sliderMaximum, UnitKey.attributeSliderMin),
        ]
        for case (let low?, let high?, let key) in ranges where low > high {
            section.report(.reversedRange(low: low, high: high), at: key)
        }
        for (value, key) in [
            (input.defaultValue, UnitKey.attributeDefault), (input.identity, UnitKey.attributeIdentity),
        ] {
            guard case .number(let number)? = value,
                (input.minimum ?? number) > number || (input.maximum ?? number) < number
            else {
                continue
            }
            section.report(
                .outsideRange(value: number, low: input.minimum, high: input.maximum), at: key, severity: .warning)
        }
    }
}
