import CoreImage
import Foundation

/// Descriptions of controls as values for `JSONText`, in the form that `CIFilterControl` encodes.
enum ControlText {
    static func json(of control: CIFilterControl) -> [String: Any] {
        var result: [String: Any] = [
            "key": control.key, "displayName": control.displayName, "kind": control.kind.rawValue,
            "valueClass": control.valueClass, "parameterSet": control.parameterSet.rawValue,
        ]
        result["summary"] = control.summary
        result["unit"] = control.unit?.rawValue
        result["minimum"] = control.minimum
        result["maximum"] = control.maximum
        result["slider"] = control.slider.map { ["from": $0.from, "to": $0.to] }
        result["step"] = control.step
        if !control.components.isEmpty { result["components"] = control.components }
        if !control.choices.isEmpty {
            result["choices"] = control.choices.map { ["value": json(of: $0.value), "name": $0.name] }
        }
        result["default"] = control.defaultValue.map(json(of:))
        result["identity"] = control.identity.map(json(of:))
        result["curve"] = control.curve?.attribute
        return result
    }

    private static func json(of value: CIFilterControlValue) -> Any {
        switch value {
        case .number(let number): number
        case .boolean(let boolean): boolean
        case .numbers(let numbers): numbers
        case .rows(let rows): rows
        case .color(let red, let green, let blue, let alpha): ["r": red, "g": green, "b": blue, "a": alpha]
        case .text(let text): text
        case .data(let data): ["base64": data.base64EncodedString()]
        }
    }
}
