import CoreImageEssentials
import Foundation
import ImageGraph
import Pixels

/// Coded as a dictionary. Exactly one of its keys is the kind of step; its value is the index of the input step, a name
/// or a text.
extension RecipeStep: Codable {
    private static let kinds: Set<String> = [
        "image", "file", "bitmap", "color", "crop", "clamp", "transform", "premultiply", "unpremultiply", "convert",
        "sample", "headroom", "intermediate", "average", "kernel", "filter", "failure",
    ]

    package init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: TextKey.self).allKeys.map(\.stringValue)
        // A kernel step also has the key `file`, for its diagnostics.
        let found = keys.filter(Self.kinds.contains)
        guard let kind = found.contains("kernel") ? "kernel" : found.count == 1 ? found[0] : nil else {
            throw decoder.malformed(
                found.isEmpty
                    ? "nothing says what the step does; write one of \(Self.kinds.sorted().joined(separator: ", "))"
                    : "it does several things: \(found.sorted().joined(separator: ", "))")
        }
        switch kind {
        case "image": self = .image(name: try decoder.fields("image").decode(String.self, forKey: "image"))
        case "failure": self = .failure(try decoder.fields("failure").decode(String.self, forKey: "failure"))
        case "file": self = .file(try RecipeFile(fieldsOf: decoder))
        case "bitmap": self = .bitmap(try decoder.fields("bitmap").decode(RecipeBitmap.self, forKey: "bitmap"))
        case "color":
            let fields = try decoder.fields("color", "colorSpace")
            self = .constant(
                RecipeColor(
                    components: try fields.decode([TextNumber].self, forKey: "color").map(\.value),
                    colorSpace: try fields.decodeIfPresent(RecipeColorSpace.self, forKey: "colorSpace")))
        case "kernel":
            let fields = try decoder.fields(
                "kernel", "source", "file", "line", "sandboxed", "arguments", "extent", "region")
            self = .kernel(try RecipeKernel(from: fields))
        case "filter": self = .filter(try RecipeFilter(fieldsOf: decoder))
        default: self = try Self.change(kind, decoder)
        }
    }

    /// Decodes a step that changes one image.
    private static func change(_ kind: String, _ decoder: any Decoder) throws -> RecipeStep {
        let fields: KeyedDecodingContainer<TextKey>
        let key = TextKey(stringValue: kind)
        switch kind {
        case "crop", "clamp": fields = try decoder.fields(key, "to")
        case "transform": fields = try decoder.fields(key, "by", "interpolation")
        case "convert": fields = try decoder.fields(key, "from", "to")
        case "sample": fields = try decoder.fields(key, "interpolation")
        case "headroom": fields = try decoder.fields(key, "value")
        case "average": fields = try decoder.fields(key, "columns", "rows")
        default: fields = try decoder.fields(key)
        }
        let image = try fields.decode(Int.self, forKey: key)
        switch kind {
        case "crop": return .crop(image, try fields.decode(TextRect.self, forKey: "to").value)
        case "clamp": return .clamp(image, try fields.decode(TextRect.self, forKey: "to").value)
        case "transform":
            return .transform(
                image, try fields.decode(TextTransform.self, forKey: "by").value,
                try fields.decodeIfPresent(Interpolation.self, forKey: "interpolation") ?? .linear)
        case "premultiply": return .premultiply(image)
        case "unpremultiply": return .unpremultiply(image)
        case "convert":
            return .convert(
                image, from: try fields.decodeIfPresent(RecipeColorSpace.self, forKey: "from"),
                to: try fields.decodeIfPresent(RecipeColorSpace.self, forKey: "to"))
        case "sample": return .sampling(image, try fields.decode(Interpolation.self, forKey: "interpolation"))
        case "headroom": return .headroom(image, try fields.decode(Float.self, forKey: "value"))
        case "intermediate": return .intermediate(image)
        default:
            return .average(
                image, columns: try fields.decode(Int.self, forKey: "columns"),
                rows: try fields.decode(Int.self, forKey: "rows"))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: TextKey.self)
        switch self {
        case .image(let name): try fields.encode(name, forKey: "image")
        case .failure(let text): try fields.encode(text, forKey: "failure")
        case .file(let file): try file.encode(in: &fields)
        case .bitmap(let bitmap): try fields.encode(bitmap, forKey: "bitmap")
        case .constant(let color):
            try fields.encode(color.components.map { TextNumber($0) }, forKey: "color")
            try fields.encodeIfPresent(color.colorSpace, forKey: "colorSpace")
        case .crop(let image, let rect):
            try fields.encode(image, forKey: "crop")
            try fields.encode(TextRect(rect), forKey: "to")
        case .clamp(let image, let rect):
            try fields.encode(image, forKey: "clamp")
            try fields.encode(TextRect(rect), forKey: "to")
        case .transform(let image, let transform, let interpolation):
            try fields.encode(image, forKey: "transform")
            try fields.encode(TextTransform(transform), forKey: "by")
            if interpolation != .linear { try fields.encode(interpolation, forKey: "interpolation") }
        case .premultiply(let image): try fields.encode(image, forKey: "premultiply")
        case .unpremultiply(let image): try fields.encode(image, forKey: "unpremultiply")
        case .convert(let image, let from, let to):
            try fields.encode(image, forKey: "convert")
            try fields.encodeIfPresent(from, forKey: "from")
            try fields.encodeIfPresent(to, forKey: "to")
        case .sampling(let image, let interpolation):
            try fields.encode(image, forKey: "sample")
            try fields.encode(interpolation, forKey: "interpolation")
        case .headroom(let image, let headroom):
            try fields.encode(image, forKey: "headroom")
            try fields.encode(headroom, forKey: "value")
        case .intermediate(let image): try fields.encode(image, forKey: "intermediate")
        case .average(let image, let columns, let rows):
            try fields.encode(image, forKey: "average")
            try fields.encode(columns, forKey: "columns")
            try fields.encode(rows, forKey: "rows")
        case .kernel(let kernel): try kernel.encode(in: &fields)
        case .filter(let filter): try filter.encode(in: &fields)
        case .processor(let processor):
            throw CIRecipeError.unwritable(
                subject: processor.name, reason: "it is code of another process, which no file can hold")
        }
    }
}

extension RecipeFile {
    fileprivate init(fieldsOf decoder: any Decoder) throws {
        let fields = try decoder.fields("file", "colorSpace", "colorManaged")
        path = try fields.decode(String.self, forKey: "file")
        colorSpace = try fields.decodeIfPresent(RecipeColorSpace.self, forKey: "colorSpace")
        isColorManaged = try fields.decodeIfPresent(Bool.self, forKey: "colorManaged") ?? true
    }

    fileprivate func encode(in fields: inout KeyedEncodingContainer<TextKey>) throws {
        try fields.encode(path, forKey: "file")
        try fields.encodeIfPresent(colorSpace, forKey: "colorSpace")
        if !isColorManaged { try fields.encode(false, forKey: "colorManaged") }
    }
}

extension RecipeBitmap: Codable {
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.fields("width", "height", "format", "colorSpace", "alpha", "colorManaged", "pixels")
        width = try fields.decode(Int.self, forKey: "width")
        height = try fields.decode(Int.self, forKey: "height")
        format = try fields.decode(String.self, forKey: "format")
        colorSpace = try fields.decodeIfPresent(RecipeColorSpace.self, forKey: "colorSpace")
        alpha = try fields.decodeIfPresent(AlphaState.self, forKey: "alpha") ?? .premultiplied
        isColorManaged = try fields.decodeIfPresent(Bool.self, forKey: "colorManaged") ?? true
        pixels = try fields.decode(Data.self, forKey: "pixels")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: TextKey.self)
        try fields.encode(width, forKey: "width")
        try fields.encode(height, forKey: "height")
        try fields.encode(format, forKey: "format")
        try fields.encodeIfPresent(colorSpace, forKey: "colorSpace")
        try fields.encode(alpha, forKey: "alpha")
        if !isColorManaged { try fields.encode(false, forKey: "colorManaged") }
        try fields.encode(pixels, forKey: "pixels")
    }
}

extension RecipeFilter {
    fileprivate init(fieldsOf decoder: any Decoder) throws {
        let fields = try decoder.fields("filter", "unit", "inputs")
        name = try fields.decode(String.self, forKey: "filter")
        unit = try fields.decodeIfPresent(RecipeUnit.self, forKey: "unit")
        inputs = try fields.decodeIfPresent(TextFields.self, forKey: "inputs")?.inputs ?? []
    }

    fileprivate func encode(in fields: inout KeyedEncodingContainer<TextKey>) throws {
        try fields.encode(name, forKey: "filter")
        try fields.encodeIfPresent(unit, forKey: "unit")
        try fields.encode(TextFields(inputs: inputs), forKey: "inputs")
    }
}

extension RecipeUnit: Codable {
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.fields("identifier", "version")
        identifier = try fields.decode(String.self, forKey: "identifier")
        version = try fields.decodeIfPresent(String.self, forKey: "version").map { text in
            guard let requirement = VersionRequirement(text) else {
                throw decoder.malformed(
                    "\(CIRecipeError.quoted(text)) names no versions; write 1.2, 1.2..<1.5 or 1.2...1.5")
            }
            return requirement
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: TextKey.self)
        try fields.encode(identifier, forKey: "identifier")
        try fields.encodeIfPresent(version?.description, forKey: "version")
    }
}
