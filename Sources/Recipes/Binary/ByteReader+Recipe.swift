import CoreImageEssentials
import Foundation
import ImageGraph
import Pixels

extension ByteReader {
    /// Reads a step, whose values must still be validated by `RecipeCheck`.
    mutating func step() throws(ByteReadingError) -> RecipeStep {
        switch try mark(StepMark.self) {
        case .image: return .image(name: try text())
        case .file:
            let (path, space) = (try text(), try optionalSpace())
            return .file(RecipeFile(path: path, colorSpace: space, isColorManaged: try flag()))
        case .bitmap: return .bitmap(try bitmap())
        case .constant: return .constant(try color())
        case .crop: return .crop(try integer(), try rect())
        case .clamp: return .clamp(try integer(), try rect())
        case .transform:
            let (image, transform) = (try integer(), try transform())
            return .transform(image, transform, try flag() ? .linear : .nearest)
        case .premultiply: return .premultiply(try integer())
        case .unpremultiply: return .unpremultiply(try integer())
        case .convert: return .convert(try integer(), from: try optionalSpace(), to: try optionalSpace())
        case .sampling: return .sampling(try integer(), try flag() ? .linear : .nearest)
        case .headroom: return .headroom(try integer(), try float())
        case .intermediate: return .intermediate(try integer())
        case .average: return .average(try integer(), columns: try integer(), rows: try integer())
        case .kernel: return .kernel(try kernel())
        case .filter: return .filter(try filter())
        case .processor:
            let (number, name) = (try integer(), try text())
            let inputs = try array { reader throws(ByteReadingError) in try reader.integer() }
            return .processor(RecipeProcessor(number: number, name: name, inputs: inputs, extent: try rect()))
        case .failure: return .failure(try text())
        }
    }

    private mutating func mark<Mark: RawRepresentable<UInt8>>(_ type: Mark.Type) throws(ByteReadingError) -> Mark {
        let start = place
        guard let mark = Mark(rawValue: try byte()) else {
            throw .invalid(at: start, expected: "the mark of a \(type)")
        }
        return mark
    }

    private mutating func bitmap() throws(ByteReadingError) -> RecipeBitmap {
        let (width, height, format) = (try integer(), try integer(), try text())
        let space = try optionalSpace()
        let start = place
        guard let alpha = AlphaState(rawValue: try text()) else {
            throw .invalid(at: start, expected: "an alpha state")
        }
        return RecipeBitmap(
            width: width, height: height, format: format, colorSpace: space, alpha: alpha, isColorManaged: try flag(),
            pixels: try data())
    }

    private mutating func kernel() throws(ByteReadingError) -> RecipeKernel {
        let (name, source, file, line) = (try text(), try text(), try text(), try integer())
        let isSandboxed = try flag()
        let arguments = try array { reader throws(ByteReadingError) in try reader.argument() }
        return RecipeKernel(
            name: name, source: source, file: file, firstLine: line, isSandboxed: isSandboxed, arguments: arguments,
            extent: try rect(), region: try region())
    }

    private mutating func argument() throws(ByteReadingError) -> RecipeArgument {
        switch try mark(ArgumentMark.self) {
        case .numbers:
            return .numbers(try array(ofBytes: 4) { reader throws(ByteReadingError) in try reader.float() })
        case .color: return .color(try color())
        case .image:
            let (step, transform) = (try integer(), try transform())
            let (isLinear, clamps) = (try flag(), try flag())
            return .image(
                RecipeSampledImage(
                    step: step, transform: transform, interpolation: isLinear ? .linear : .nearest,
                    wrap: clamps ? .clamp : .transparent, colorSpace: try optionalSpace()))
        }
    }

    private mutating func region() throws(ByteReadingError) -> RecipeRegion {
        switch try mark(RegionMark.self) {
        case .same: return .shape(.same)
        case .everything: return .shape(.everything)
        case .inset: return .shape(.inset(dx: CGFloat(try double()), dy: CGFloat(try double())))
        case .mapped: return .shape(.mapped(try transform()))
        case .fixed: return .shape(.fixed(try numbers()))
        case .table: return .shape(.table(after: try integer(), try numbers()))
        case .function: return .function(try integer())
        }
    }

    private mutating func numbers() throws(ByteReadingError) -> [CGFloat] {
        try array(ofBytes: 8) { reader throws(ByteReadingError) in CGFloat(try reader.double()) }
    }

    private mutating func filter() throws(ByteReadingError) -> RecipeFilter {
        let name = try text()
        let unit = try optional { reader throws(ByteReadingError) in try reader.unit() }
        return RecipeFilter(name: name, unit: unit, inputs: try fields(depth: 0))
    }

    private mutating func unit() throws(ByteReadingError) -> RecipeUnit {
        let identifier = try text()
        let start = place
        let version = try optional { reader throws(ByteReadingError) in try reader.text() }
        guard let version else { return RecipeUnit(identifier: identifier, version: nil) }
        guard let requirement = VersionRequirement(version) else {
            throw .invalid(at: start, expected: "a range of versions")
        }
        return RecipeUnit(identifier: identifier, version: requirement)
    }

    /// Reads values with their keys.
    mutating func fields(depth: Int) throws(ByteReadingError) -> [RecipeInput] {
        try array(ofBytes: 2) { reader throws(ByteReadingError) in
            RecipeInput(key: try reader.text(), value: try reader.value(depth: depth))
        }
    }

    /// Reads a value at a nesting depth of `depth`.
    mutating func value(depth: Int) throws(ByteReadingError) -> RecipeValue {
        let start = place
        // Nested values are the only recursive part of the format, so the depth is limited here.
        guard depth <= RecipeLimits.depth else {
            throw .invalid(at: start, expected: "a value that is nested less deeply")
        }
        switch try mark(ValueMark.self) {
        case .none: return RecipeValue.none
        case .number: return .number(try double())
        case .boolean: return .boolean(try flag())
        case .text: return .text(try text())
        case .vector: return .vector(try array(ofBytes: 8) { reader throws(ByteReadingError) in try reader.double() })
        case .color: return .color(try color())
        case .transform: return .transform(try transform())
        case .data: return .data(try data())
        case .image: return .image(try integer())
        case .colorSpace: return .colorSpace(try space())
        case .array:
            return .array(try array { reader throws(ByteReadingError) in try reader.value(depth: depth + 1) })
        case .dictionary: return .dictionary(try fields(depth: depth + 1))
        case .object: return .object(try text(), try fields(depth: depth + 1))
        }
    }

    private mutating func color() throws(ByteReadingError) -> RecipeColor {
        let components = try array(ofBytes: 8) { reader throws(ByteReadingError) in try reader.double() }
        return RecipeColor(components: components, colorSpace: try optionalSpace())
    }

    private mutating func optionalSpace() throws(ByteReadingError) -> RecipeColorSpace? {
        try optional { reader throws(ByteReadingError) in try reader.space() }
    }

    private mutating func space() throws(ByteReadingError) -> RecipeColorSpace {
        try flag() ? .named(try text()) : .profile(try data())
    }

    /// Reads a rectangle, whose numbers aren't validated.
    package mutating func rect() throws(ByteReadingError) -> CGRect {
        let rect = CGRect(x: try double(), y: try double(), width: try double(), height: try double())
        // Foundation treats every rectangle with an infinite origin as the null rectangle.
        return rect.isNull ? .null : rect
    }

    /// Reads an affine transform, whose numbers aren't validated.
    mutating func transform() throws(ByteReadingError) -> CGAffineTransform {
        CGAffineTransform(
            a: try double(), b: try double(), c: try double(), d: try double(), tx: try double(), ty: try double())
    }
}
