import CoreImage
import Foundation
import UntrustedInput

extension ValidationCheck {
    /// Checks that the filter returns a picture or an error for any value.
    static let garbageValues = ValidationCheck(
        filter: "garbage-values", level: 8, needs: [.loads],
        reason:
            "Values come from files, networks and users; an invalid value must be refused, and must not crash the program."
    ) { filter, context in
        let inputs = InputProfile.all(of: try filter.make())
        var failures: [Finding] = []
        let made = try filter.make(.defaults, images: .tiny)
        context.note("setting an unknown key")
        made.setValue(1, forKey: "inputThatNoFilterHas")
        if made.inputError == nil {
            failures.append(
                Finding("an unknown key is accepted without an error", remedy: "leave setValue(_:forKey:) to CIFilter"))
        }
        for input in inputs {
            let key = printable(input.key)
            for value in InvalidValues.all {
                context.note("setting \(key) to \(value.name)")
                let made = try filter.make(.defaults, images: .tiny)
                made.setValue(value.value, forKey: input.key)
                // A picture and an error are both acceptable. The filter reads the value here.
                InvalidValues.render(made)
                guard value.hasUnsupportedClass else { continue }
                if made.inputError == nil {
                    failures.append(
                        Finding(
                            "\(key) accepts \(value.name) without an error",
                            remedy: "declare the input with its class, so that other values are refused"))
                }
                made.setDefaults()
                if let error = made.inputError {
                    failures.append(
                        Finding(
                            "after \(value.name) for \(key), setDefaults leaves the error: \(ErrorText.of(error))",
                            remedy: "leave setDefaults() to CIFilter, or call its own"))
                }
            }
        }
        return .of(failures: failures)
    }
}

/// Values that inputs shouldn't get.
enum InvalidValues {
    /// A value with its description.
    struct Value: @unchecked Sendable {
        let name: String
        // The value is a number, a text, a date or an immutable object, so it can be shared.
        let value: Any?
        /// Whether the value fits no input's class.
        var hasUnsupportedClass = false
    }

    static let all: [Value] = {
        let numbers: [(String, Double)] = [
            ("not a number", .nan), ("infinity", .infinity), ("minus infinity", -.infinity), ("1e308", 1e308),
            ("-1e308", -1e308), ("1e30", 1e30), ("-1", -1), ("0", 0),
            ("the least number above 0", .leastNonzeroMagnitude), ("2⁶³", 0x1p63),
        ]
        var result = numbers.map { Value(name: $0, value: NSNumber(value: $1)) }
        for (name, number) in numbers.prefix(4) {
            let part = CGFloat(number)
            result.append(Value(name: "a vector of \(name)", value: CIVector(x: part, y: part)))
            result.append(Value(name: "a colour of \(name)", value: CIColor(red: part, green: part, blue: part)))
        }
        result += [
            Value(name: "nothing", value: nil), Value(name: "NSNull", value: NSNull()),
            Value(name: "an empty vector", value: CIVector(string: "[]")),
            Value(
                name: "a vector of 4000 zeros", value: SettingValue.vector(Array(repeating: 0, count: 4000)).keyValue),
            Value(name: "an empty text", value: ""), Value(name: "an empty array", value: [Any]()),
            Value(name: "an empty image", value: CIImage.empty()), Value(name: "empty data", value: Data()),
            Value(name: "an object of an unknown class", value: UnknownObject(), hasUnsupportedClass: true),
        ]
        return result
    }()

    private final class UnknownObject: NSObject {}

    /// Renders a small part of a filter's output, ignoring errors.
    static func render(_ filter: CIFilter) {
        guard let image = try? filter.renderableOutput() else { return }
        let region = ValidationRenderer.region(of: image, around: ImageInputs.tiny.frame)
        if !region.isEmpty { _ = try? ValidationRenderer.usual.pixels(of: image, in: region) }
    }
}
