import CoreImageEssentials
import Foundation

/// Validates a recipe: steps use only earlier steps, all sizes are within the limits, and numbers are finite where
/// needed. Every reader of recipes calls this first.
struct RecipeCheck {
    private var values = 0
    private var dataBytes = 0
    private var index = 0

    /// - Throws: `CIRecipeError.malformed` or `.tooLarge`.
    static func check(_ recipe: ImageRecipe) throws(CIRecipeError) {
        guard !recipe.steps.isEmpty else { throw .malformed(place: "its steps", reason: "there are none") }
        guard recipe.steps.count <= RecipeLimits.steps else {
            throw .tooLarge(what: "steps", limit: RecipeLimits.steps)
        }
        var check = RecipeCheck()
        for (index, step) in recipe.steps.enumerated() {
            check.index = index
            try check.check(step)
        }
    }

    private var place: String { CIRecipeError.step(index) }

    private func malformed(_ reason: String) -> CIRecipeError { .malformed(place: place, reason: reason) }

    private mutating func check(_ step: RecipeStep) throws(CIRecipeError) {
        switch step {
        case .image(let name): try text(name)
        case .failure(let text): try self.text(text)
        case .file(let file):
            try text(file.path)
            try space(file.colorSpace)
        case .bitmap(let bitmap):
            try text(bitmap.format)
            try space(bitmap.colorSpace)
            try data(bitmap.pixels)
        case .constant(let color): try self.color(color)
        case .crop(_, let rect), .clamp(_, let rect): try self.rect(rect)
        case .transform(_, let transform, _): try self.transform(transform)
        case .premultiply, .unpremultiply, .sampling, .intermediate: break
        case .headroom(_, let headroom):
            guard headroom.isFinite else { throw malformed("the headroom is no finite number") }
        case .average(_, let columns, let rows):
            guard (1...(1 << 30)).contains(columns), (1...(1 << 30)).contains(rows) else {
                throw malformed(
                    "blocks of \(columns) × \(rows) pixels can't be averaged; columns and rows must be from 1 to 1073741824"
                )
            }
        case .convert(_, let from, let to):
            try space(from)
            try space(to)
        case .kernel(let kernel): try self.kernel(kernel)
        case .filter(let filter):
            try text(filter.name)
            try text(filter.unit?.identifier ?? "")
            try fields(filter.inputs, depth: 0)
        case .processor(let processor):
            try text(processor.name)
            try rect(processor.extent)
            try count(processor.inputs.count)
        }
        do {
            let limit = index
            try step.forEachInput { input in
                guard (0..<limit).contains(input) else {
                    throw malformed("it uses step \(input), which is not before it")
                }
            }
        } catch let error as CIRecipeError {
            throw error
        } catch {
            throw malformed("\(error)")
        }
    }

    private mutating func kernel(_ kernel: RecipeKernel) throws(CIRecipeError) {
        try text(kernel.name)
        try text(kernel.source)
        try text(kernel.file)
        try rect(kernel.extent)
        guard (0...Int(Int32.max)).contains(kernel.firstLine) else {
            throw malformed("the key line is \(kernel.firstLine); it must be from 0 to 2147483647")
        }
        try count(kernel.arguments.count)
        for argument in kernel.arguments {
            switch argument {
            case .numbers(let numbers): try count(numbers.count)
            case .color(let color): try self.color(color)
            case .image(let image):
                try transform(image.transform)
                try space(image.colorSpace)
            }
        }
        guard case .shape(let shape) = kernel.region else { return }
        switch shape {
        case .same, .everything: break
        case .inset(let dx, let dy):
            guard dx.isFinite, dy.isFinite else { throw malformed("the region's margins are no finite numbers") }
        case .mapped(let transform): try self.transform(transform)
        case .fixed(let numbers): try region(numbers)
        case .table(let first, let numbers):
            guard first >= 0 else { throw malformed("the region's key after is \(first); it must not be negative") }
            try region(numbers)
        }
    }

    private func region(_ numbers: [CGFloat]) throws(CIRecipeError) {
        guard numbers.isEmpty || (numbers.count == 4 && numbers.allSatisfy(\.isFinite)) else {
            throw malformed("the region is no rectangle")
        }
    }

    private mutating func value(_ value: RecipeValue, depth: Int) throws(CIRecipeError) {
        guard depth <= RecipeLimits.depth else { throw malformed("its values are nested too deeply") }
        try count(1)
        switch value {
        case .none, .number, .boolean, .image: break
        case .text(let text): try self.text(text)
        case .vector(let numbers): try count(numbers.count)
        case .color(let color): try self.color(color)
        case .transform(let transform): try self.transform(transform)
        case .data(let data): try self.data(data)
        case .colorSpace(let space): try self.space(space)
        case .array(let values): for element in values { try self.value(element, depth: depth + 1) }
        case .dictionary(let fields): try self.fields(fields, depth: depth + 1)
        case .object(let name, let fields):
            try text(name)
            try self.fields(fields, depth: depth + 1)
        }
    }

    private mutating func fields(_ fields: [RecipeInput], depth: Int) throws(CIRecipeError) {
        var keys: Set<String> = []
        for field in fields {
            try text(field.key)
            guard keys.insert(field.key).inserted else {
                throw malformed("\(CIRecipeError.quoted(field.key)) occurs twice; remove one")
            }
            try value(field.value, depth: depth)
        }
    }

    private func color(_ color: RecipeColor) throws(CIRecipeError) {
        guard color.components.count == 4 else { throw malformed("a colour has four components") }
    }

    private func rect(_ rect: CGRect) throws(CIRecipeError) {
        let numbers = [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height]
        guard rect.isNull || rect.isInfinite || numbers.allSatisfy(\.isFinite) else {
            throw malformed("a rectangle's numbers are not finite")
        }
    }

    private func transform(_ t: CGAffineTransform) throws(CIRecipeError) {
        guard [t.a, t.b, t.c, t.d, t.tx, t.ty].allSatisfy(\.isFinite) else {
            throw malformed("a transform's numbers are not finite")
        }
    }

    private mutating func space(_ space: RecipeColorSpace?) throws(CIRecipeError) {
        switch space {
        case nil: break
        case .named(let name): try text(name)
        case .profile(let profile): try data(profile)
        }
    }

    private func text(_ text: String) throws(CIRecipeError) {
        guard text.utf8.count <= RecipeLimits.textBytes else {
            throw .tooLarge(what: "bytes in a text", limit: RecipeLimits.textBytes)
        }
    }

    private mutating func data(_ data: Data) throws(CIRecipeError) {
        dataBytes += data.count
        guard dataBytes <= RecipeLimits.dataBytes else {
            throw .tooLarge(what: "bytes of pixels and data", limit: RecipeLimits.dataBytes)
        }
    }

    private mutating func count(_ number: Int) throws(CIRecipeError) {
        values += number
        guard values <= RecipeLimits.values else { throw .tooLarge(what: "values", limit: RecipeLimits.values) }
    }
}
