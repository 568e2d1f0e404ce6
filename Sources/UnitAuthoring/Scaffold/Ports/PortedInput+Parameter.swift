import KernelLanguage

extension PortedInput {
    /// The attributes of an input for a parameter, used if no description gives others.
    struct Defaults {
        var value: Value
        var type: String?
        var minimum: Double?
        var maximum: Double?
        var slider: ClosedRange<Double>?
    }

    /// Derives attributes from a parameter's type and name. Most ranges are used for the slider only, since a kernel
    /// doesn't state which values it accepts.
    static func defaults(for parameter: KernelParameter) -> Defaults {
        let words = CamelCase.words(in: parameter.name).map { $0.lowercased() }
        func isNamed(_ names: Set<String>) -> Bool { !names.isDisjoint(with: words) }
        switch parameter.type {
        case .sampler, .table, .sample: return Defaults(value: .image, type: "CIAttributeTypeImage")
        case .color: return Defaults(value: .color([1, 1, 1, 1]), type: "CIAttributeTypeColor")
        case .bool:
            return Defaults(
                value: .number(0), type: "CIAttributeTypeBoolean", minimum: 0, maximum: 1, slider: 0...1)
        case .int: return Defaults(value: .number(1), type: "CIAttributeTypeInteger", slider: 0...10)
        case .float where isNamed(["angle", "theta", "phi", "rotation"]):
            return Defaults(value: .number(0), type: "CIAttributeTypeAngle", slider: -3.14159...3.14159)
        case .float where isNamed(["radius", "width", "height", "distance", "size", "length", "sigma"]):
            return Defaults(value: .number(10), type: "CIAttributeTypeDistance", minimum: 0, slider: 0...100)
        case .float: return Defaults(value: .number(0.5), type: "CIAttributeTypeScalar", slider: 0...1)
        case .vector(2) where isNamed(["offset", "direction", "shift", "translation", "delta"]):
            return Defaults(value: .vector([0, 0]), type: "CIAttributeTypeOffset")
        case .vector(2): return Defaults(value: .vector([150, 150]), type: "CIAttributeTypePosition")
        case .vector(3): return Defaults(value: .vector([0, 0, 0]))
        case .vector(4) where isNamed(["rect", "rectangle", "extent", "bounds", "frame"]):
            return Defaults(value: .vector([0, 0, 300, 300]), type: "CIAttributeTypeRectangle")
        case .vector(let count), .intVector(let count), .boolVector(let count):
            return Defaults(value: .vector(Array(repeating: 0, count: count)))
        case .matrix(let count):
            // The identity matrix, column by column.
            let ones = (0..<count * count).map { $0 % (count + 1) == 0 ? 1.0 : 0 }
            return Defaults(value: .vector(ones))
        }
    }

    /// Takes another value, to which ranges that end before it are extended.
    private mutating func take(_ numbers: [Double]) {
        switch value {
        case .number:
            guard let number = numbers.first else { return }
            value = .number(number)
            minimum = minimum.map { min($0, number) }
            maximum = maximum.map { max($0, number) }
            slider = slider.map { min($0.lowerBound, number)...max($0.upperBound, number) }
        case .vector(let old) where old.count == numbers.count: value = .vector(numbers)
        case .color where numbers.count == 4: value = .color(numbers)
        default: return
        }
    }

    /// Returns inputs for all parameters of a kernel, in their order. The first image is `inputImage`; other keys are
    /// made from the parameters' names.
    ///
    /// - Parameter values: Values in a new filter, by the parameters' names, in place of the usual ones.
    static func inputs(for program: Program, values: [String: [Double]] = [:]) -> [PortedInput] {
        var inputs: [PortedInput] = []
        var taken: Set<String> = []
        var hasImage = false
        if program.kind == .warp {
            inputs.append(PortedInput(imageForWarpUnder: "inputImage"))
            (taken, hasImage) = (["inputImage"], true)
        }
        for parameter in program.parameters {
            var key = "input" + CamelCase.joined(parameter.name)
            if parameter.type.isImage {
                if !hasImage { key = "inputImage" } else if !key.hasSuffix("Image") { key += "Image" }
                hasImage = true
            }
            if key == "input" { key = "inputValue" }
            var free = key
            var number = 2
            while !taken.insert(free).inserted {
                free = "\(key)\(number)"
                number += 1
            }
            var input = PortedInput(parameter, key: free)
            if let numbers = values[parameter.name] { input.take(numbers) }
            inputs.append(input)
        }
        return inputs
    }
}
