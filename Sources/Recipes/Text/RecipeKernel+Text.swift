import CoreImageEssentials
import Foundation
import ImageGraph

extension RecipeKernel {
    init(from fields: KeyedDecodingContainer<TextKey>) throws {
        name = try fields.decode(String.self, forKey: "kernel")
        source = try fields.decode(String.self, forKey: "source")
        file = try fields.decodeIfPresent(String.self, forKey: "file") ?? "<recipe>"
        firstLine = try fields.decodeIfPresent(Int.self, forKey: "line") ?? 1
        isSandboxed = try fields.decodeIfPresent(Bool.self, forKey: "sandboxed") ?? false
        arguments = try fields.decode([RecipeArgument].self, forKey: "arguments")
        extent = try fields.decode(TextRect.self, forKey: "extent").value
        region = try fields.decode(RecipeRegion.self, forKey: "region")
    }

    func encode(in fields: inout KeyedEncodingContainer<TextKey>) throws {
        try fields.encode(name, forKey: "kernel")
        try fields.encode(source, forKey: "source")
        try fields.encode(file, forKey: "file")
        try fields.encode(firstLine, forKey: "line")
        if isSandboxed { try fields.encode(true, forKey: "sandboxed") }
        try fields.encode(arguments, forKey: "arguments")
        try fields.encode(TextRect(extent), forKey: "extent")
        try fields.encode(region, forKey: "region")
    }
}

/// Coded as an array of numbers, or as a dictionary for a colour or an image.
extension RecipeArgument: Codable {
    package init(from decoder: any Decoder) throws {
        if let numbers = try? decoder.singleValueContainer().decode([TextNumber].self) {
            self = .numbers(numbers.map { Float($0.value) })
            return
        }
        let fields = try decoder.fields("color", "colorSpace", "step", "transform", "interpolation", "wrap")
        let space = try fields.decodeIfPresent(RecipeColorSpace.self, forKey: "colorSpace")
        if fields.contains("color") {
            let numbers = try fields.decode([TextNumber].self, forKey: "color").map(\.value)
            self = .color(RecipeColor(components: numbers, colorSpace: space))
        } else {
            var image = RecipeSampledImage(step: try fields.decode(Int.self, forKey: "step"), colorSpace: space)
            image.transform = try fields.decodeIfPresent(TextTransform.self, forKey: "transform")?.value ?? .identity
            image.interpolation =
                try fields.decodeIfPresent(Interpolation.self, forKey: "interpolation") ?? .linear
            image.wrap = try fields.decodeIfPresent(WrapMode.self, forKey: "wrap") ?? .transparent
            self = .image(image)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        if case .numbers(let numbers) = self {
            var container = encoder.singleValueContainer()
            return try container.encode(numbers.map { TextNumber($0) })
        }
        var fields = encoder.container(keyedBy: TextKey.self)
        switch self {
        case .numbers: break
        case .color(let color):
            try fields.encode(color.components.map { TextNumber($0) }, forKey: "color")
            try fields.encodeIfPresent(color.colorSpace, forKey: "colorSpace")
        case .image(let image):
            try fields.encode(image.step, forKey: "step")
            if !image.transform.isIdentity { try fields.encode(TextTransform(image.transform), forKey: "transform") }
            if image.interpolation != .linear { try fields.encode(image.interpolation, forKey: "interpolation") }
            if image.wrap != .transparent { try fields.encode(image.wrap, forKey: "wrap") }
            try fields.encodeIfPresent(image.colorSpace, forKey: "colorSpace")
        }
    }
}

/// Coded as a shape's name, or as a dictionary with its numbers.
extension RecipeRegion: Codable {
    package init(from decoder: any Decoder) throws {
        if let name = try? decoder.singleValueContainer().decode(String.self) {
            switch name {
            case "same": self = .shape(.same)
            case "everything": self = .shape(.everything)
            default: throw decoder.malformed("\(CIRecipeError.quoted(name)) is no region; write same or everything")
            }
            return
        }
        let fields = try decoder.fields("inset", "mapped", "fixed", "table", "after")
        if fields.contains("inset") {
            let margins = try fields.decode([Double].self, forKey: "inset")
            guard margins.count == 2 else { throw decoder.malformed("an inset is dx and dy") }
            self = .shape(.inset(dx: CGFloat(margins[0]), dy: CGFloat(margins[1])))
        } else if fields.contains("mapped") {
            self = .shape(.mapped(try fields.decode(TextTransform.self, forKey: "mapped").value))
        } else if fields.contains("fixed") {
            self = .shape(.fixed(Self.numbers(try fields.decode(TextRect.self, forKey: "fixed").value)))
        } else {
            let table = try fields.decode(TextRect.self, forKey: "table").value
            self = .shape(.table(after: try fields.decode(Int.self, forKey: "after"), Self.numbers(table)))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .shape(.same):
            var container = encoder.singleValueContainer()
            return try container.encode("same")
        case .shape(.everything):
            var container = encoder.singleValueContainer()
            return try container.encode("everything")
        default: break
        }
        var fields = encoder.container(keyedBy: TextKey.self)
        switch self {
        case .shape(.same), .shape(.everything): break
        case .shape(.inset(let dx, let dy)): try fields.encode([Double(dx), Double(dy)], forKey: "inset")
        case .shape(.mapped(let transform)): try fields.encode(TextTransform(transform), forKey: "mapped")
        case .shape(.fixed(let numbers)): try fields.encode(TextRect(Self.rect(numbers)), forKey: "fixed")
        case .shape(.table(let first, let numbers)):
            try fields.encode(TextRect(Self.rect(numbers)), forKey: "table")
            try fields.encode(first, forKey: "after")
        case .function:
            throw CIRecipeError.unwritable(
                subject: "a region of interest", reason: "it is a function of another process, which no file can hold")
        }
    }

    private static func rect(_ numbers: [CGFloat]) -> CGRect {
        guard numbers.count == 4 else { return .null }
        return CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    private static func numbers(_ rect: CGRect) -> [CGFloat] {
        rect.isNull ? [] : [rect.minX, rect.minY, rect.width, rect.height]
    }
}
