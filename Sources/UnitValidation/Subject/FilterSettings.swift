import CoreImage
import Foundation
import UntrustedInput

/// Values for some of a filter's inputs. The other inputs keep their defaults.
struct FilterSettings: Sendable, Hashable {
    var values: [String: SettingValue] = [:]

    /// All inputs at their defaults.
    static let defaults = FilterSettings()

    func set(on filter: CIFilter) {
        for (key, value) in values.sorted(by: { $0.key < $1.key }) { filter.setValue(value.keyValue, forKey: key) }
    }

    /// The values for findings, for example `inputRadius 20, inputAngle 0.5`.
    var text: String {
        if values.isEmpty { return "default settings" }
        return values.sorted { $0.key < $1.key }.map { "\(printable($0.key)) \($0.value.text)" }.joined(separator: ", ")
    }
}

extension FilterSettings {
    /// Returns settings at the limits of the attributes: all numbers at their minimum, all at their maximum, and each
    /// number alone at both.
    static func limits(of inputs: [InputProfile]) -> [FilterSettings] {
        let numbers = inputs.filter { $0.isNumber && $0.low != nil && $0.high != nil }
        if numbers.isEmpty { return [] }
        func all(_ end: (InputProfile) -> Double?) -> FilterSettings {
            FilterSettings(
                values: Dictionary(
                    uniqueKeysWithValues: numbers.compactMap { input in
                        end(input).map { (input.key, .number($0)) }
                    }))
        }
        var result = [all(\.low), all(\.high)]
        if numbers.count > 1 {
            for input in numbers {
                for end in [input.low, input.high] {
                    if let end { result.append(FilterSettings(values: [input.key: .number(end)])) }
                }
            }
        }
        var seen: Set<FilterSettings> = []
        return result.filter { seen.insert($0).inserted }
    }

    /// Returns the settings with the defaults of all other numbers added, for findings that depend on them.
    func completed(with inputs: [InputProfile]) -> FilterSettings {
        let numbers = inputs.compactMap { input in input.defaultNumber.map { (input.key, SettingValue.number($0)) } }
        return FilterSettings(values: values.merging(numbers) { own, _ in own })
    }

    /// Returns the identity values, or nil if no input states one.
    static func identity(of inputs: [InputProfile]) -> FilterSettings? {
        let stated = inputs.compactMap { input in input.identity.map { (input.key, $0) } }
        return stated.isEmpty ? nil : FilterSettings(values: Dictionary(stated) { first, _ in first })
    }

    /// Returns the defaults, with every position moved to the centre of a picture, where its effect is visible.
    static func centered(of inputs: [InputProfile], in picture: CGRect) -> FilterSettings {
        var result = FilterSettings()
        for input in inputs where input.isPosition {
            result.values[input.key] = .vector([Double(picture.midX), Double(picture.midY)])
        }
        return result
    }

    /// Returns random values within the limits, and sometimes exactly at a limit.
    static func random(
        of inputs: [InputProfile], in picture: CGRect, using random: inout some RandomNumberGenerator
    ) -> FilterSettings {
        var result = FilterSettings()
        for input in inputs {
            if let value = input.randomValue(in: picture, using: &random) { result.values[input.key] = value }
        }
        return result
    }
}

extension InputProfile {
    var isPosition: Bool {
        guard className == "CIVector", type == kCIAttributeTypePosition else { return false }
        if case .vector(let parts)? = defaultValue { return parts.count == 2 }
        return false
    }

    /// Returns a random value within the limits, or nil if the input's class isn't supported.
    func randomValue(in picture: CGRect, using random: inout some RandomNumberGenerator) -> SettingValue? {
        switch defaultValue {
        case .number(let value):
            guard let low, let high, low.isFinite, high.isFinite, low < high else { return .number(value) }
            switch Int.random(in: 0..<8, using: &random) {
            case 0: return .number(low)
            case 1: return .number(high)
            default:
                let chosen = Double.random(in: low...high, using: &random)
                let isWhole = [kCIAttributeTypeInteger, kCIAttributeTypeCount, kCIAttributeTypeBoolean].contains(type)
                return .number(isWhole ? chosen.rounded() : chosen)
            }
        case .vector(let parts):
            if isPosition {
                let reach = picture.insetBy(dx: -0.2 * picture.width, dy: -0.2 * picture.height)
                return .vector([
                    Double.random(in: Double(reach.minX)...Double(reach.maxX), using: &random),
                    Double.random(in: Double(reach.minY)...Double(reach.maxY), using: &random),
                ])
            }
            return .vector(parts.map { $0 * Double.random(in: 0...2, using: &random) })
        case .color:
            var parts = (0..<4).map { _ in Double.random(in: 0...1, using: &random) }
            if type == kCIAttributeTypeOpaqueColor { parts[3] = 1 }
            return .color(parts)
        case nil: return nil
        }
    }
}
