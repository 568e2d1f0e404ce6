import CoreImage
import FilterChains
import Foundation
import UntrustedInput

/// Swift code that is equivalent to a variation's command, in both APIs.
struct SwiftCode {
    /// The code with factories and properties. Nil if a filter has no factory or a key has no property.
    let typed: String?
    /// The code with filter names and keys.
    let named: String

    init(typed: String?, named: String) { (self.typed, self.named) = (typed, named) }

    /// Creates the code for a variation. The result is cropped to `bounds` if they are given.
    init(of variation: GalleryVariation, bounds: CGRect?) throws {
        var files: [String] = []
        var typed: [String]? = []
        var named: [String] = []
        for (index, step) in variation.steps.enumerated() {
            let isLast = index + 1 == variation.steps.count
            let writer = try StepCode(
                step: step, previous: index == 0 ? "scene" : "step\(index)",
                name: isLast ? "filter" : "filter\(index + 1)")
            for file in writer.files where !files.contains(file) { files.append(file) }
            let result = isLast ? "result" : "step\(index + 1)"
            named +=
                writer.named + [
                    "let \(result) = \(writer.name)?.outputImage" + (isLast ? Self.cut(bounds) : "")
                ]
            if let lines = writer.typed {
                typed? +=
                    lines + [
                        "let \(result) = \(writer.name).outputImage" + (isLast ? Self.cut(bounds) : "")
                    ]
            } else {
                typed = nil
            }
        }
        let loading = files.map(Self.loading)
        self.named = (loading + named).joined(separator: "\n")
        self.typed = typed.map { (loading + $0).joined(separator: "\n") }
    }

    private static func cut(_ bounds: CGRect?) -> String {
        guard let bounds else { return "" }
        return "?.cropped(to: \(SwiftValue.rectangle(bounds)))"
    }

    private static func loading(_ path: String) -> String {
        "let \(variable(for: path)) = try CIImage(loading: URL(fileURLWithPath: \(SwiftValue.literal(path))))"
    }

    /// Returns the name of the variable for a picture's file, for example `alphaMask` for `companions/alpha-mask.png`.
    static func variable(for path: String) -> String {
        let base = PathText(path).nameWithoutExtension
        let parts = base.split(separator: "-")
        return String(parts[0]) + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}

/// The code for one filter in a chain.
private struct StepCode {
    let name: String
    /// The picture files that the code uses.
    private(set) var files: [String] = []
    private(set) var named: [String] = []
    private(set) var typed: [String]?

    init(step: ChainStep, previous: String, name: String) throws {
        self.name = name
        let filter = try FilterName.filter(named: step.filter)
        let attributes = filter.attributes
        let interface = TypedInterface(of: filter)
        var parameters: [String] = []
        var lines: [String]? = interface.factory.map { ["let \(name) = CIFilter.\($0)()"] }
        func set(_ key: String, named value: String, typed typedValue: String?) {
            parameters.append("    \(SwiftValue.literal(key)): \(value),")
            if let property = interface.properties[key], let typedValue {
                lines?.append("\(name).\(property.name) = \(typedValue)")
            } else {
                lines = nil
            }
        }
        let given = try step.settings.map { (try FilterName.key($0.key, of: filter), $0.value) }
        if filter.inputKeys.contains(kCIInputImageKey), !given.contains(where: { $0.0 == kCIInputImageKey }) {
            if previous == "scene" { files.append(GalleryScene.path) }
            // The compiler warns about an optional image in a dictionary of `Any`, unless it is cast.
            set(kCIInputImageKey, named: previous == "scene" ? previous : previous + " as Any", typed: previous)
        }
        for (key, text) in given {
            let attributeClass = (attributes[key] as? [String: Any])?[kCIAttributeClass] as? String ?? "NSNumber"
            if attributeClass == "CIImage" {
                let path = text == "@input" ? GalleryScene.path : text
                files.append(path)
                let variable = SwiftCode.variable(for: path)
                set(key, named: variable, typed: variable)
            } else {
                let isBoolean =
                    (attributes[key] as? [String: Any])?[kCIAttributeType] as? String == kCIAttributeTypeBoolean
                set(
                    key, named: SwiftValue.object(text, className: attributeClass, isBoolean: isBoolean),
                    typed: interface.properties[key].flatMap {
                        SwiftValue.property(text, type: $0.type, className: attributeClass)
                    })
            }
        }
        typed = lines
        named =
            parameters.isEmpty
            ? ["let \(name) = CIFilter(name: \(SwiftValue.literal(filter.name)))"]
            : ["let \(name) = CIFilter(name: \(SwiftValue.literal(filter.name)), parameters: ["] + parameters + ["])"]
    }
}
