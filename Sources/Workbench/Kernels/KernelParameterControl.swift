import CoreImage
import Foundation
import KernelLanguage

/// Makes the description of a control from a parameter of a kernel. Kinds and ranges that the type leaves open follow
/// from words in the parameter's name.
struct KernelParameterControl {
    let parameter: KernelParameter
    /// The size of the picture, for points.
    let size: CGSize

    /// The description.
    var control: CIFilterControl {
        let (kind, valueClass) = kindAndClass
        var control = CIFilterControl(
            key: parameter.name, displayName: parameter.name, summary: nil, kind: kind,
            valueClass: valueClass, set: .basic)
        addNumbers(to: &control)
        return control
    }

    private var name: String { parameter.name.lowercased() }

    private func isNamed(_ words: String...) -> Bool { words.contains { name.contains($0) } }

    private var kindAndClass: (CIFilterControl.Kind, String) {
        switch parameter.type {
        case .float: (isNamed("angle", "rotation") ? .angle : .slider, "NSNumber")
        case .int: (.slider, "NSNumber")
        case .bool: (.toggle, "NSNumber")
        case .vector(2): (isNamed("size", "scale", "offset", "direction") ? .offset : .point, "CIVector")
        case .vector(4) where isNamed("rect", "extent", "frame"): (.rectangle, "CIVector")
        case .vector, .intVector, .boolVector, .matrix: (.vector, "CIVector")
        case .color: (.color, "CIColor")
        case .sampler, .table, .sample: (.picture, "CIImage")
        }
    }

    private func addNumbers(to control: inout CIFilterControl) {
        switch (control.kind, parameter.type) {
        case (.angle, _):
            (control.unit, control.slider) = (.angle, .init(from: -.pi, to: .pi))
            control.defaultValue = .number(0)
        case (.slider, .int):
            (control.unit, control.slider, control.step) = (.count, .init(from: 0, to: 16), 1)
            control.defaultValue = .number(1)
        case (.slider, _):
            let isDistance = isNamed("radius", "width", "size", "height", "distance")
            let side = max(size.width, size.height, 200)
            control.unit = isDistance ? .distance : .scalar
            control.slider = .init(from: 0, to: isDistance ? (side / 2).rounded() : 1)
            control.step = isDistance ? 0.5 : 0.005
            control.defaultValue = .number(isDistance ? (side / 8).rounded() : 0.5)
        case (.toggle, _): control.defaultValue = .boolean(false)
        case (.point, _): setNumbers([size.width / 2, size.height / 2], ["x", "y"], of: &control)
        case (.offset, _): setNumbers([10, 0], ["x", "y"], of: &control)
        case (.rectangle, _):
            let numbers = [size.width / 4, size.height / 4, size.width / 2, size.height / 2]
            setNumbers(numbers.map { $0.rounded() }, ["x", "y", "width", "height"], of: &control)
        case (.vector, .matrix(let n)):
            let names = (0..<n).flatMap { column in (0..<n).map { row in "\(column),\(row)" } }
            setNumbers((0..<n * n).map { $0 % (n + 1) == 0 ? 1 : 0 }, names, of: &control)
        case (.vector, let type):
            let count = type.componentCount
            setNumbers([Double](repeating: 1, count: count), Array(["x", "y", "z", "w"].prefix(count)), of: &control)
        case (.color, _): control.defaultValue = .color(red: 0.9, green: 0.5, blue: 0.2, alpha: 1)
        default: break
        }
    }

    private func setNumbers(_ numbers: [Double], _ names: [String], of control: inout CIFilterControl) {
        (control.components, control.defaultValue) = (names, .numbers(numbers))
    }
}
