import CoreImageEssentials
import Foundation
import ImageGraph

extension RecipeKernel: RecipeRecord {
    static let blank = RecipeKernel(
        name: "", source: "", file: "", firstLine: 1, isSandboxed: true, arguments: [], extent: .null,
        region: .shape(.same))

    mutating func visitFields<Visitor: RecipeVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.field(&name, "kernel")
        try visitor.field(&source, "source")
        try visitor.field(&file, "file", default: "<recipe>")
        try visitor.field(&firstLine, "line", default: 1)
        try visitor.require(
            (0...Int(Int32.max)).contains(firstLine), "the key line is \(firstLine); it must be from 0 to 2147483647")
        try visitor.field(&isSandboxed, "sandboxed", omitting: false)
        try visitor.field(&arguments, "arguments")
        try visitor.field(&extent, "extent")
        try visitor.field(&region, "region")
    }
}

/// Numbers have no key in text, because an array of numbers is their text.
extension RecipeArgument: RecipeElement, RecipeVariant {
    typealias TextForm = RecipeArgument

    enum Kind: UInt8, CaseIterable {
        case numbers = 1, color, image
    }

    init(blank kind: Kind) {
        self =
            switch kind {
            case .numbers: .numbers([])
            case .color: .color(.blank)
            case .image: .image(RecipeSampledImage(step: 0))
            }
    }

    mutating func visitFields<Visitor: RecipeVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        switch self {
        case .numbers(var numbers):
            try visitor.kind(Kind.numbers)
            try visitor.field(&numbers)
            self = .numbers(numbers)
        case .color(var color):
            try visitor.kind(Kind.color)
            try color.visitFields(&visitor)
            self = .color(color)
        case .image(var image):
            try visitor.kind(Kind.image)
            try image.visitFields(&visitor)
            self = .image(image)
        }
    }
}

extension RecipeSampledImage: RecipeRecord {
    mutating func visitFields<Visitor: RecipeVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.image(&step, "step")
        try visitor.field(&transform, "transform", omitting: .identity)
        try visitor.field(&interpolation, "interpolation", omitting: .linear)
        try visitor.field(&wrap, "wrap", omitting: .transparent)
        try visitor.optionalField(&colorSpace, "colorSpace")
    }
}
