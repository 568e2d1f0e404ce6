extension CGColorSpace {
    /// Creates a linear RGB space with the given primaries, which OpenEXR files contain; nil if they don't form a
    /// triangle.
    package convenience init?(linearRGB primaries: Primaries) {
        let numbers = [primaries.red, primaries.green, primaries.blue, primaries.white]
        guard numbers.allSatisfy({ $0.x.isFinite && $0.y.isFinite && abs($0.x) < 10 && $0.y > 0 && $0.y < 10 }) else {
            return nil
        }
        let (side, other) = (primaries.green - primaries.red, primaries.blue - primaries.red)
        guard abs(side.x * other.y - side.y * other.x) > 1e-4 else { return nil }
        let known = Primaries.known.first { candidate in
            let others = [candidate.red, candidate.green, candidate.blue, candidate.white]
            return zip(numbers, others).allSatisfy { abs($0.x - $1.x) < 1e-4 && abs($0.y - $1.y) < 1e-4 }
        }
        let definition = ColorSpaceDefinition.rgb(.linear, known ?? primaries)
        guard case .rgb(_, let matrix) = definition, matrix.inverse != nil else { return nil }
        self.init(name: Self.name(of: definition), model: .rgb, components: 3, definition: definition)
    }

    /// Whether the components are proportional to light.
    package var isLinear: Bool {
        switch definition {
        case .rgb(let curves, _): curves.allSatisfy(\.isLinear)
        case .gray(let curve): curve.isLinear
        case .xyz: true
        case .lab, .deviceCMYK, .icc: false
        }
    }

    /// The primaries and white of an RGB space that is defined by formulas; nil for others.
    package var primaries: Primaries? {
        guard case .rgb(_, let matrix) = definition else { return nil }
        return Primaries(toXYZD50: matrix)
    }
}
