import CoreImageEssentials
import Foundation

/// Numbers, Booleans, strings and arrays have no key in text, because they are their own text, and no value has no
/// fields.
extension RecipeValue: RecipeElement, RecipeVariant {
    typealias TextForm = RecipeValue

    enum Kind: UInt8, CaseIterable {
        case none = 1, number, boolean, text, vector, color, transform, data, image, colorSpace, array, dictionary
        case object
    }

    init(blank kind: Kind) {
        self =
            switch kind {
            case .none: RecipeValue.none
            case .number: .number(0)
            case .boolean: .boolean(false)
            case .text: .text("")
            case .vector: .vector([])
            case .color: .color(.blank)
            case .transform: .transform(.identity)
            case .data: .data(Data())
            case .image: .image(0)
            case .colorSpace: .colorSpace(.named(""))
            case .array: .array([])
            case .dictionary: .dictionary([])
            case .object: .object("", [])
            }
    }

    /// In text, the first key of a value is its kind.
    mutating func visitFields<Visitor: RecipeVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.beginValue()
        defer { visitor.endValue() }
        switch self {
        case .none: try visitor.kind(Kind.none)
        case .number(var number):
            try visitor.kind(Kind.number)
            try visitor.field(&number, "number")
            self = .number(number)
        case .boolean(var flag):
            try visitor.kind(Kind.boolean)
            try visitor.field(&flag)
            self = .boolean(flag)
        case .text(var text):
            try visitor.kind(Kind.text)
            try visitor.field(&text)
            self = .text(text)
        case .vector(var numbers):
            try visitor.kind(Kind.vector)
            try visitor.field(&numbers, "vector")
            self = .vector(numbers)
        case .color(var color):
            try visitor.kind(Kind.color)
            try color.visitFields(&visitor)
            self = .color(color)
        case .transform(var transform):
            try visitor.kind(Kind.transform)
            try visitor.field(&transform, "transform")
            self = .transform(transform)
        case .data(var data):
            try visitor.kind(Kind.data)
            try visitor.field(&data, "data")
            self = .data(data)
        case .image(var step):
            try visitor.kind(Kind.image)
            try visitor.image(&step, "step")
            self = .image(step)
        case .colorSpace(var space):
            try visitor.kind(Kind.colorSpace)
            try visitor.field(&space, "space")
            self = .colorSpace(space)
        case .array(var values):
            try visitor.kind(Kind.array)
            try visitor.field(&values)
            self = .array(values)
        case .dictionary(let inputs):
            var fields = RecipeFields(inputs)
            try visitor.kind(Kind.dictionary)
            try visitor.field(&fields, "dictionary")
            self = .dictionary(fields.fields)
        case .object(var name, let inputs):
            var fields = RecipeFields(inputs)
            try visitor.kind(Kind.object)
            try visitor.field(&name, "object")
            try visitor.field(&fields, "fields")
            self = .object(name, fields.fields)
        }
    }
}
