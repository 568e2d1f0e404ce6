import Foundation

/// An image's recipe written down: filters with their values, kernels as text, crops and transforms, to be stored and used again.
///
/// ```swift
/// let look = try CIRecipe(result, placeholders: ["image": photograph])
/// try look.write(to: URL(fileURLWithPath: "look.json"))
/// // Another day, another picture:
/// let same = try CIRecipe(contentsOf: URL(fileURLWithPath: "look.json")).image(["image": other])
/// ```
///
/// Images that change from use to use are placeholders with names. Picture files are written as their paths, small bitmaps with their
/// pixels. Regions of interest that are functions, and other code, have no written form: see `CIRecipeError.unwritable`.
///
/// A recipe from elsewhere can do no more than name filters, kernels (which see nothing but their images and numbers) and, where it is
/// allowed to, picture files. Immutable, and safe to share between threads.
public struct CIRecipe: Sendable, Hashable {
    /// The newest format that is read, and the one that is written: the number `format` of the text form.
    public static let currentFormat = 1

    /// The name of the image that a chain of filters begins with.
    public static let imageName = "image"

    let recipe: ImageRecipe

    init(_ recipe: ImageRecipe) { self.recipe = recipe }

    /// The recipe of an image.
    ///
    /// - Parameters:
    ///   - image: The image.
    ///   - placeholders: Images among those it is made from that are given when the recipe is used, by their names.
    /// - Throws: `CIRecipeError.unwritable` for an image that is partly made by code, `.tooLarge`.
    public init(_ image: CIImage, placeholders: [String: CIImage] = [:]) throws {
        recipe = try RecipeWriter.recipe(of: image, context: StoredRecipeContext(placeholders: placeholders))
    }

    /// The recipe of a filter's output, with the inputs' values of now.
    ///
    /// - Parameters:
    ///   - filter: A filter that is registered, or whose image can be written without it. An `inputImage` that isn't set is the
    ///     placeholder `image`.
    ///   - placeholders: Images that are given when the recipe is used, by their names.
    /// - Throws: `CIRecipeError.unwritable`, `.tooLarge`; `CIFilterError` for a filter that has an input error, or that isn't
    ///   registered and makes no image.
    public init(_ filter: CIFilter, placeholders: [String: CIImage] = [:]) throws {
        if let error = filter.inputError { throw error }
        guard FilterRegistry.shared.entry(named: filter.name) != nil else {
            try self.init(try filter.renderableOutput(), placeholders: placeholders)
            return
        }
        var chain = ChainWriter(context: StoredRecipeContext(placeholders: placeholders))
        try chain.append(filter, replacingImage: filter.inputs.input(forKey: kCIInputImageKey)?.keyValue == nil)
        self.init(chain.recipe)
    }

    /// The recipe of a chain: each filter's `inputImage` is the result of the one before, and the first one's is the placeholder
    /// `image`, whatever they are set to now.
    ///
    /// - Parameters:
    ///   - filters: Registered filters. All but the first have an `inputImage`.
    ///   - placeholders: Other images that are given when the recipe is used, by their names.
    /// - Throws: `CIRecipeError.notAChain`, `.unwritable`, `.tooLarge`; `CIFilterError` for a filter that has an input error.
    public init(filters: [CIFilter], placeholders: [String: CIImage] = [:]) throws {
        guard !filters.isEmpty else { throw CIRecipeError.notAChain(reason: "there are no filters") }
        var chain = ChainWriter(context: StoredRecipeContext(placeholders: placeholders))
        for filter in filters { try chain.append(filter, replacingImage: true) }
        recipe = chain.recipe
    }

    /// Names of the images that must be given when the recipe is used, sorted.
    public var placeholders: [String] {
        let names = recipe.steps.compactMap { step -> String? in
            if case .image(let name) = step { name } else { nil }
        }
        return Set(names).sorted()
    }

    /// Paths of the picture files that the recipe reads, sorted.
    public var files: [String] {
        let paths = recipe.steps.compactMap { step -> String? in
            if case .file(let file) = step { file.path } else { nil }
        }
        return Set(paths).sorted()
    }

    /// A filter that a recipe uses.
    public struct UsedFilter: Sendable, Hashable {
        /// Its name.
        public let name: String
        /// Identifier of the image unit that it came from; nil for built-in filters and those of applications.
        public let unitIdentifier: String?
        /// Versions of the unit that will do, such as `1.2..<2`; nil for any.
        public let unitVersion: String?
    }

    /// The filters that the recipe uses, each once, in the order in which they come.
    public var usedFilters: [UsedFilter] {
        var seen: Set<UsedFilter> = []
        return recipe.steps.compactMap { step in
            guard case .filter(let filter) = step else { return nil }
            let used = UsedFilter(
                name: filter.name, unitIdentifier: filter.unit?.identifier,
                unitVersion: filter.unit?.version?.description)
            return seen.insert(used).inserted ? used : nil
        }
    }

    /// The image that the recipe describes.
    ///
    /// Kernels of the recipe (not those of filters that it names) are interpreted, unless `CIPlugIn.trustsKernels` says that others' kernels
    /// may be compiled. Rendering the image is limited in time, steps and memory, as a recipe may come from anywhere:
    /// `CIContextOption.renderingDeadline`, `.stepLimit` and `.memoryTarget` say by how much, and how to raise that.
    ///
    /// - Parameters:
    ///   - images: The images for the placeholders.
    ///   - pictures: Which picture files the recipe may read: none unless said otherwise, as a recipe may come from anywhere.
    /// - Throws: `CIRecipeError`, for a filter, unit or image that isn't there above all; `KernelCompilationError`.
    public func image(_ images: [String: CIImage] = [:], pictures: PictureAccess = .none) throws -> CIImage {
        try RecipeReader.untrustedImage(of: recipe, context: UsedRecipeContext(images: images, pictures: pictures))
    }

    /// The filters of a chain, in order, with their values but without `inputImage`.
    ///
    /// - Parameters:
    ///   - images: The images for placeholders of other inputs.
    ///   - pictures: Which picture files the recipe may read.
    /// - Throws: `CIRecipeError.notAChain` where something else stands between the filters, and what `image(_:pictures:)` throws.
    public func filters(_ images: [String: CIImage] = [:], pictures: PictureAccess = .none) throws -> [CIFilter] {
        try ChainReader(recipe: recipe, context: UsedRecipeContext(images: images, pictures: pictures)).filters()
    }

    /// Which picture files a recipe may read.
    public enum PictureAccess: Sendable, Hashable {
        /// None.
        case none
        /// Those in a folder and its folders; relative paths count from it. Links out of it are not followed.
        case folder(URL)
        /// Any, with relative paths counted from the working folder: for recipes that are trusted.
        case anywhere
    }
}
