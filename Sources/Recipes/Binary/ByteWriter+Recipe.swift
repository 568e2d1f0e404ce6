import CoreImageEssentials
import Foundation
import ImageGraph
import Pixels

/// The byte that begins a step.
enum StepMark: UInt8 {
    case image = 1, file, bitmap, constant, crop, clamp, transform, premultiply, unpremultiply, convert, sampling
    case headroom, intermediate, average, kernel, filter, processor, failure
}

/// The byte that begins a value.
enum ValueMark: UInt8 {
    case none = 1, number, boolean, text, vector, color, transform, data, image, colorSpace, array, dictionary, object
}

/// The byte that begins a kernel's argument.
enum ArgumentMark: UInt8 {
    case numbers = 1, color, image
}

/// The byte that begins a kernel's region.
enum RegionMark: UInt8 {
    case same = 1, inset, mapped, fixed, table, everything, function
}

extension ByteWriter {
    package mutating func write(_ step: RecipeStep) {
        switch step {
        case .image(let name):
            write(StepMark.image.rawValue)
            write(name)
        case .file(let file):
            write(StepMark.file.rawValue)
            write(file.path)
            write(optional: file.colorSpace) { $0.write($1) }
            write(file.isColorManaged)
        case .bitmap(let bitmap):
            write(StepMark.bitmap.rawValue)
            write(bitmap.width)
            write(bitmap.height)
            write(bitmap.format)
            write(optional: bitmap.colorSpace) { $0.write($1) }
            write(bitmap.alpha.rawValue)
            write(bitmap.isColorManaged)
            write(bitmap.pixels)
        case .constant(let color):
            write(StepMark.constant.rawValue)
            write(color)
        case .crop(let image, let rect):
            write(.crop, of: image)
            write(rect)
        case .clamp(let image, let rect):
            write(.clamp, of: image)
            write(rect)
        case .transform(let image, let transform, let interpolation):
            write(.transform, of: image)
            write(transform)
            write(interpolation == .linear)
        case .premultiply(let image): write(.premultiply, of: image)
        case .unpremultiply(let image): write(.unpremultiply, of: image)
        case .convert(let image, let from, let to):
            write(.convert, of: image)
            write(optional: from) { $0.write($1) }
            write(optional: to) { $0.write($1) }
        case .sampling(let image, let interpolation):
            write(.sampling, of: image)
            write(interpolation == .linear)
        case .headroom(let image, let headroom):
            write(.headroom, of: image)
            write(headroom)
        case .intermediate(let image): write(.intermediate, of: image)
        case .average(let image, let columns, let rows):
            write(.average, of: image)
            write(columns)
            write(rows)
        case .kernel(let kernel):
            write(StepMark.kernel.rawValue)
            write(kernel)
        case .filter(let filter):
            write(StepMark.filter.rawValue)
            write(filter)
        case .processor(let processor):
            write(StepMark.processor.rawValue)
            write(processor.number)
            write(processor.name)
            write(each: processor.inputs) { $0.write($1) }
            write(processor.extent)
        case .failure(let text):
            write(StepMark.failure.rawValue)
            write(text)
        }
    }

    private mutating func write(_ mark: StepMark, of image: Int) {
        write(mark.rawValue)
        write(image)
    }

    private mutating func write(_ kernel: RecipeKernel) {
        write(kernel.name)
        write(kernel.source)
        write(kernel.file)
        write(kernel.firstLine)
        write(kernel.isSandboxed)
        write(each: kernel.arguments) { $0.write($1) }
        write(kernel.extent)
        write(kernel.region)
    }

    private mutating func write(_ argument: RecipeArgument) {
        switch argument {
        case .numbers(let numbers):
            write(ArgumentMark.numbers.rawValue)
            write(each: numbers) { $0.write($1) }
        case .color(let color):
            write(ArgumentMark.color.rawValue)
            write(color)
        case .image(let image):
            write(ArgumentMark.image.rawValue)
            write(image.step)
            write(image.transform)
            write(image.interpolation == .linear)
            write(image.wrap == .clamp)
            write(optional: image.colorSpace) { $0.write($1) }
        }
    }

    private mutating func write(_ region: RecipeRegion) {
        switch region {
        case .shape(.same): write(RegionMark.same.rawValue)
        case .shape(.everything): write(RegionMark.everything.rawValue)
        case .shape(.inset(let dx, let dy)):
            write(RegionMark.inset.rawValue)
            write(Double(dx))
            write(Double(dy))
        case .shape(.mapped(let transform)):
            write(RegionMark.mapped.rawValue)
            write(transform)
        case .shape(.fixed(let numbers)):
            write(RegionMark.fixed.rawValue)
            write(each: numbers) { $0.write(Double($1)) }
        case .shape(.table(let first, let numbers)):
            write(RegionMark.table.rawValue)
            write(first)
            write(each: numbers) { $0.write(Double($1)) }
        case .function(let number):
            write(RegionMark.function.rawValue)
            write(number)
        }
    }

    private mutating func write(_ filter: RecipeFilter) {
        write(filter.name)
        write(optional: filter.unit) { writer, unit in
            writer.write(unit.identifier)
            writer.write(optional: unit.version) { $0.write($1.description) }
        }
        write(fields: filter.inputs)
    }

    /// Writes values with their keys.
    package mutating func write(fields: [RecipeInput]) {
        write(each: fields) { writer, field in
            writer.write(field.key)
            writer.write(field.value)
        }
    }

    /// Writes a value.
    package mutating func write(_ value: RecipeValue) {
        switch value {
        case .none: write(ValueMark.none.rawValue)
        case .number(let number):
            write(ValueMark.number.rawValue)
            write(number)
        case .boolean(let flag):
            write(ValueMark.boolean.rawValue)
            write(flag)
        case .text(let text):
            write(ValueMark.text.rawValue)
            write(text)
        case .vector(let numbers):
            write(ValueMark.vector.rawValue)
            write(each: numbers) { $0.write($1) }
        case .color(let color):
            write(ValueMark.color.rawValue)
            write(color)
        case .transform(let transform):
            write(ValueMark.transform.rawValue)
            write(transform)
        case .data(let data):
            write(ValueMark.data.rawValue)
            write(data)
        case .image(let step):
            write(ValueMark.image.rawValue)
            write(step)
        case .colorSpace(let space):
            write(ValueMark.colorSpace.rawValue)
            write(space)
        case .array(let values):
            write(ValueMark.array.rawValue)
            write(each: values) { $0.write($1) }
        case .dictionary(let fields):
            write(ValueMark.dictionary.rawValue)
            write(fields: fields)
        case .object(let name, let fields):
            write(ValueMark.object.rawValue)
            write(name)
            write(fields: fields)
        }
    }

    private mutating func write(_ color: RecipeColor) {
        write(each: color.components) { $0.write($1) }
        write(optional: color.colorSpace) { $0.write($1) }
    }

    private mutating func write(_ space: RecipeColorSpace) {
        switch space {
        case .named(let name):
            write(true)
            write(name)
        case .profile(let data):
            write(false)
            write(data)
        }
    }

    /// Writes a rectangle, which may be infinite or null.
    package mutating func write(_ rect: CGRect) {
        for number in [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height] { write(Double(number)) }
    }

    /// Writes an affine transform.
    package mutating func write(_ t: CGAffineTransform) {
        for number in [t.a, t.b, t.c, t.d, t.tx, t.ty] { write(Double(number)) }
    }
}
