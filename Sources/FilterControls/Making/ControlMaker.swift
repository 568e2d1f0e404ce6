import CoreImageEssentials
import Foundation
import Pixels

/// Makes the description of a control from the attributes of an input.
struct ControlMaker {
    let key: String
    let attributes: [String: Any]

    private var className: String { attributes[kCIAttributeClass] as? String ?? "NSObject" }
    private var type: String? { attributes[kCIAttributeType] as? String }

    /// The description.
    var control: CIFilterControl {
        var control = CIFilterControl(
            key: key, displayName: attributes[kCIAttributeDisplayName] as? String ?? key,
            summary: attributes[kCIAttributeDescription] as? String, kind: kind, valueClass: className,
            set: CIFilterControl.ParameterSet(constant: attributes[kCIUIParameterSet]) ?? .basic)
        control.choices = control.kind == .choice ? choices : []
        control.defaultValue = CIFilterControlValue(attributes[kCIAttributeDefault], for: control.kind)
        control.identity = CIFilterControlValue(attributes[kCIAttributeIdentity], for: control.kind)
        control.components = components(of: control)
        if control.kind == .slider || control.kind == .angle { addNumbers(to: &control) }
        if [.point, .elevatedPoint, .rectangle].contains(control.kind) { control.unit = .distance }
        if [.offset, .table].contains(control.kind) { control.curve = .init(attribute: attributes[kCIAttributeCurve]) }
        return control
    }

    private var kind: CIFilterControl.Kind {
        if !choices.isEmpty { return .choice }
        switch className {
        case "NSNumber" where type == kCIAttributeTypeBoolean: return .toggle
        case "NSNumber" where type == kCIAttributeTypeAngle: return .angle
        case "NSNumber": return .slider
        case "CIColor": return type == kCIAttributeTypeOpaqueColor ? .opaqueColor : .color
        case "CIImage", "CIImage?": return .picture
        case "CIVector": return vectorKind
        case "NSAffineTransform", "NSValue": return .transform
        case "NSString", "NSAttributedString", "CIBarcodeDescriptor": return .text
        // Bytes with a default are a table of numbers; those of messages have none.
        case "NSData": return attributes[kCIAttributeDefault] == nil ? .text : .table
        case "NSArray": return .lines
        case "AVCameraCalibrationData": return .lens
        default: return .object
        }
    }

    private var vectorKind: CIFilterControl.Kind {
        switch type {
        case kCIAttributeTypePosition: .point
        case kCIAttributeTypePosition3: .elevatedPoint
        case kCIAttributeTypeRectangle: .rectangle
        case kCIAttributeTypeOffset: .offset
        default: .vector
        }
    }

    private var choices: [CIFilterControl.Choice] {
        if className == "CGColorSpace" || className == "NSObject" && key.lowercased().contains("colorspace") {
            return ColorSpaceChoices.all
        }
        let stated = attributes[kCIAttributeChoices] as? [[String: Any]] ?? []
        return stated.compactMap { choice in
            let value: CIFilterControlValue? =
                switch choice["value"] {
                case let text as String: .text(text)
                case let number as NSNumber: .number(number.doubleValue)
                default: nil
                }
            return value.map { .init(value: $0, name: choice["name"] as? String ?? "\(choice["value"] ?? "")") }
        }
    }

    private func components(of control: CIFilterControl) -> [String] {
        switch control.kind {
        case .point, .offset: ["x", "y"]
        case .elevatedPoint: ["x", "y", "z"]
        case .rectangle: ["x", "y", "width", "height"]
        case .transform: ["a", "b", "c", "d", "tx", "ty"]
        case .vector:
            if case .numbers(let numbers)? = control.defaultValue {
                numbers.count == 4 ? ["x", "y", "z", "w"] : (1...max(numbers.count, 1)).map { "\($0)" }
            } else {
                []
            }
        default: []
        }
    }

    private func addNumbers(to control: inout CIFilterControl) {
        // Units may state numbers that aren't finite.
        func number(_ key: String) -> Double? {
            (attributes[key] as? NSNumber).flatMap { $0.doubleValue.isFinite ? $0.doubleValue : nil }
        }
        (control.minimum, control.maximum) = (number(kCIAttributeMin), number(kCIAttributeMax))
        control.unit =
            switch type {
            case kCIAttributeTypeDistance: .distance
            case kCIAttributeTypeAngle: .angle
            case kCIAttributeTypeTime: .time
            case kCIAttributeTypeInteger, kCIAttributeTypeCount: .count
            default: .scalar
            }
        let ends = SliderRange(
            minimum: control.minimum, maximum: control.maximum, sliderMinimum: number(kCIAttributeSliderMin),
            sliderMaximum: number(kCIAttributeSliderMax), initial: number(kCIAttributeDefault),
            unit: control.unit ?? .scalar)
        control.slider = ends.ends
        control.step = ends.step
    }
}
