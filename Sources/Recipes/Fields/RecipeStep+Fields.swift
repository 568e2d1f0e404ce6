import CoreImageEssentials
import Foundation

extension RecipeStep: RecipeElement, RecipeVariant {
    typealias TextForm = RecipeStep

    enum Kind: UInt8, CaseIterable {
        case image = 1, file, bitmap, constant, crop, clamp, transform, premultiply, unpremultiply, convert, sampling
        case headroom, intermediate, average, kernel, filter, processor, failure
    }

    init(blank kind: Kind) {
        self =
            switch kind {
            case .image: .image(name: "")
            case .file: .file(RecipeFile(path: ""))
            case .bitmap: .bitmap(.blank)
            case .constant: .constant(.blank)
            case .crop: .crop(0, .null)
            case .clamp: .clamp(0, .null)
            case .transform: .transform(0, .identity, .linear)
            case .premultiply: .premultiply(0)
            case .unpremultiply: .unpremultiply(0)
            case .convert: .convert(0, from: nil, to: nil)
            case .sampling: .sampling(0, .linear)
            case .headroom: .headroom(0, 0)
            case .intermediate: .intermediate(0)
            case .average: .average(0, columns: 1, rows: 1)
            case .kernel: .kernel(.blank)
            case .filter: .filter(RecipeFilter(name: "", inputs: []))
            case .processor: .processor(RecipeProcessor(number: 0, name: "", inputs: [], extent: .null))
            case .failure: .failure("")
            }
    }

    /// In text, the first key of a step is its kind.
    mutating func visitFields<Visitor: RecipeVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        switch self {
        case .image(var name):
            try visitor.kind(Kind.image)
            try visitor.field(&name, "image")
            self = .image(name: name)
        case .file(var file):
            try visitor.kind(Kind.file)
            try file.visitFields(&visitor)
            self = .file(file)
        case .bitmap(var bitmap):
            try visitor.kind(Kind.bitmap)
            try visitor.field(&bitmap, "bitmap")
            self = .bitmap(bitmap)
        case .constant(var color):
            try visitor.kind(Kind.constant)
            try color.visitFields(&visitor)
            self = .constant(color)
        case .crop(var image, var rect):
            try visitor.kind(Kind.crop)
            try visitor.image(&image, "crop")
            try visitor.field(&rect, "to")
            self = .crop(image, rect)
        case .clamp(var image, var rect):
            try visitor.kind(Kind.clamp)
            try visitor.image(&image, "clamp")
            try visitor.field(&rect, "to")
            self = .clamp(image, rect)
        case .transform(var image, var transform, var interpolation):
            try visitor.kind(Kind.transform)
            try visitor.image(&image, "transform")
            try visitor.field(&transform, "by")
            try visitor.field(&interpolation, "interpolation", omitting: .linear)
            self = .transform(image, transform, interpolation)
        case .premultiply(var image):
            try visitor.kind(Kind.premultiply)
            try visitor.image(&image, "premultiply")
            self = .premultiply(image)
        case .unpremultiply(var image):
            try visitor.kind(Kind.unpremultiply)
            try visitor.image(&image, "unpremultiply")
            self = .unpremultiply(image)
        case .convert(var image, var from, var to):
            try visitor.kind(Kind.convert)
            try visitor.image(&image, "convert")
            try visitor.optionalField(&from, "from")
            try visitor.optionalField(&to, "to")
            self = .convert(image, from: from, to: to)
        case .sampling(var image, var interpolation):
            try visitor.kind(Kind.sampling)
            try visitor.image(&image, "sample")
            try visitor.field(&interpolation, "interpolation")
            self = .sampling(image, interpolation)
        case .headroom(var image, var headroom):
            try visitor.kind(Kind.headroom)
            try visitor.image(&image, "headroom")
            try visitor.field(&headroom, "value")
            try visitor.require(headroom.isFinite, "the headroom is no finite number")
            self = .headroom(image, headroom)
        case .intermediate(var image):
            try visitor.kind(Kind.intermediate)
            try visitor.image(&image, "intermediate")
            self = .intermediate(image)
        case .average(var image, var columns, var rows):
            try visitor.kind(Kind.average)
            try visitor.image(&image, "average")
            try visitor.field(&columns, "columns")
            try visitor.field(&rows, "rows")
            try visitor.require(
                (1...(1 << 30)).contains(columns) && (1...(1 << 30)).contains(rows),
                "blocks of \(columns) × \(rows) pixels can't be averaged; columns and rows must be from 1 to 1073741824"
            )
            self = .average(image, columns: columns, rows: rows)
        case .kernel(var kernel):
            try visitor.kind(Kind.kernel)
            try kernel.visitFields(&visitor)
            self = .kernel(kernel)
        case .filter(var filter):
            try visitor.kind(Kind.filter)
            try filter.visitFields(&visitor)
            self = .filter(filter)
        case .processor(var processor):
            try visitor.kind(Kind.processor)
            try processor.visitFields(&visitor)
            self = .processor(processor)
        case .failure(var text):
            try visitor.kind(Kind.failure)
            try visitor.field(&text, "failure")
            self = .failure(text)
        }
    }
}
