import CoreImage
import FilterChains
import Foundation
import Gallery

/// A stack as code to copy.
struct StackCode {
    let stack: FilterStack
    /// The path of the picture.
    let picture: String
    /// Whether that is a clip.
    let isClip: Bool
    /// Folders of image units that the command has to load.
    let units: [String]
    /// Returns the path of another picture.
    let path: (StackRecipe.Choice) -> String

    /// Returns the code.
    ///
    /// - Throws: `WorkbenchRefusal` for a value that isn't written as text.
    func code() throws -> ChainCode {
        let layers = stack.layers.filter(\.isEnabled)
        guard !layers.isEmpty else { throw WorkbenchRefusal("The stack has no filter. Add one.") }
        return try isClip
            ? ChainCode(layers.map(step), ofClip: picture, units: units)
            : ChainCode(layers.map(step), of: picture, units: units)
    }

    private func step(_ layer: StackLayer) throws -> ChainStep {
        var step = ChainStep(filter: layer.filter)
        for control in LayerControls.of(try CIFilter.named(layer.filter)) {
            if control.kind == .picture {
                if let chosen = layer.pictures[control.key] {
                    step.settings.append(.init(key: control.key, value: path(.chosen(chosen))))
                } else if control.key != kCIInputImageKey {
                    step.settings.append(.init(key: control.key, value: path(.suitable(key: control.key))))
                }
            } else if let value = layer.values[control.key] {
                step.settings.append(.init(key: control.key, value: try text(of: value, for: control)))
            }
        }
        return step
    }

    private func text(of value: CIFilterControlValue, for control: CIFilterControl) throws -> String {
        func number(_ number: Double) -> String { Int(exactly: number).map { "\($0)" } ?? "\(number)" }
        func list(_ numbers: [Double]) -> String { numbers.map(number).joined(separator: ",") }
        switch value {
        case .number(let one):
            // The page rounds counts, and the filters may do so in another way.
            return number((try control.inputValue(of: value) as? NSNumber)?.doubleValue ?? one)
        case .boolean(let boolean): return boolean ? "true" : "false"
        case .numbers(let numbers) where control.kind == .lens: return "lens:" + list(numbers)
        case .numbers(let numbers) where control.kind != .table: return list(numbers)
        case .rows(let rows): return rows.map(list).joined(separator: ";")
        case .color(let r, let g, let b, let a): return list([r, g, b, a])
        case .text(let text) where control.valueClass != "CIBarcodeDescriptor": return text
        default:
            throw WorkbenchRefusal(
                "The value of \(control.displayName) isn't written as code. Save the recipe instead, which has it.")
        }
    }
}
