import CoreImage
import Foundation
import Testing

@testable import BuiltInFilters

/// What holds for the controls of all built-in filters.
@Suite("Controls of every filter")
struct EveryControlTests {
    static let names = FilterCatalog.builtIn.compactMap(\.registration).map(\.name)

    @Test("Every input has a control, whose values the filter takes", arguments: names)
    func working(name: String) throws {
        let filter = try #require(CIFilter(name: name))
        let controls = filter.controls()
        #expect(controls.map(\.key) == filter.inputKeys)
        for control in controls {
            #expect(!control.displayName.isEmpty)
            #expect(
                control.kind != .object || name == "CIRedEyeCorrection", "\(control.key) is a \(control.valueClass)")
            for value in Self.values(of: control) {
                filter.setValue(try control.inputValue(of: value), forKey: control.key)
                #expect(filter.inputError == nil, "\(control.key) = \(value)")
                if control.valueClass != "CIBarcodeDescriptor", control.kind != .lens {
                    let read = CIFilterControlValue(filter.value(forKey: control.key), for: control.kind)
                    #expect(
                        read.map { Self.isClose($0, value) } == true, "\(control.key) = \(value), not \(read as Any)")
                }
            }
        }
    }

    @Test("Sliders go up, contain their defaults as far as the catalogue's do, and have round steps", arguments: names)
    func sliders(name: String) throws {
        let filter = try #require(CIFilter(name: name))
        for control in filter.controls() where [.slider, .angle].contains(control.kind) {
            let ends = try #require(control.slider)
            let step = try #require(control.step)
            #expect(ends.from < ends.to && ends.to - ends.from <= 1e6, "\(control.key)")
            #expect(step > 0 && step <= max(1, (ends.to - ends.from) / 100), "\(control.key)")
            let attributes = try #require(filter.attributes[control.key] as? [String: Any])
            guard let low = attributes[kCIAttributeSliderMin] as? NSNumber,
                let high = attributes[kCIAttributeSliderMax] as? NSNumber, high.doubleValue < 1e6
            else { continue }
            #expect(ends == .init(from: low.doubleValue, to: high.doubleValue), "\(control.key)")
        }
    }

    @Test("Descriptions survive JSON", arguments: names)
    func coding(name: String) throws {
        let controls = try #require(CIFilter(name: name)).controls()
        #expect(try JSONDecoder().decode([CIFilterControl].self, from: JSONEncoder().encode(controls)) == controls)
    }

    /// Values that the control can be set to.
    static func values(of control: CIFilterControl) -> [CIFilterControlValue] {
        let stated = [control.defaultValue, control.identity].compactMap(\.self)
        switch control.kind {
        case .slider, .angle:
            guard let ends = control.slider else { return stated }
            return stated + [.number(ends.from.rounded(.up)), .number(ends.to.rounded(.down))]
        case .toggle: return [.boolean(true), .boolean(false)]
        case .choice: return control.choices.map(\.value)
        case .color, .opaqueColor: return stated + [.color(red: 0.25, green: 0.5, blue: 1, alpha: 1)]
        case .point, .offset, .elevatedPoint, .rectangle, .transform, .vector:
            return stated + [.numbers((1...max(control.components.count, 1)).map(Double.init))]
        case .text: return [.text("Grüße")]
        case .table: return stated
        case .lines: return [.rows([[0, 0, 10, 20], [5, 5, 6, 7]])]
        case .lens: return [.numbers([0, 0.02, 0.08])]
        case .picture, .object: return []
        }
    }

    private static func isClose(_ a: CIFilterControlValue, _ b: CIFilterControlValue) -> Bool {
        switch (a, b) {
        case (.number(let a), .number(let b)): abs(a - b) <= 1e-5 * max(1, abs(b))
        case (.color(let r, let g, let b, let a), .color(let r2, let g2, let b2, let a2)):
            zip([r, g, b, a], [r2, g2, b2, a2]).allSatisfy { abs($0 - $1) < 1e-5 }
        case (.numbers(let a), .numbers(let b)):
            a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= 1e-5 * max(1, abs($1)) }
        default: a == b
        }
    }
}
