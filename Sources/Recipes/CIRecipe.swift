import CoreImageEssentials
import Foundation

/// An image's recipe in a storable form: filters with their values, kernels as text, crops and transforms.
///
/// ```swift
/// let look = try CIRecipe(result, placeholders: ["image": photograph])
/// try look.write(to: URL(fileURLWithPath: "look.json"))
/// // Later, with another picture:
/// let same = try CIRecipe(contentsOf: URL(fileURLWithPath: "look.json")).image(["image": other])
/// ```
///
/// Images that change from use to use are named placeholders. Picture files are stored as their paths, small bitmaps as
/// their pixels. Code, such as a region of interest that is a function, can't be stored: see
/// `CIRecipeError.unwritable`.
///
/// A recipe from an untrusted source can only name filters, contain kernels (which can read only their images and
/// arguments) and, if allowed, name picture files. Immutable, and safe to share between threads.
public struct CIRecipe: Sendable, Hashable {
    /// The format version that is written, and the newest one that is read: the number `format` of the text format.
    public static let currentFormat = 1

    /// The placeholder name of a filter chain's input image.
    public static let imageName = "image"

    package let recipe: ImageRecipe

    init(_ recipe: ImageRecipe) { self.recipe = recipe }

    /// Creates the recipe of an image.
    ///
    /// - Parameters:
    ///   - image: The image.
    ///   - placeholders: Images that `image` is made from and that are supplied when the recipe is used, by name.
    /// - Throws: `CIRecipeError.unwritable` for an image that is partly computed by code; `.tooLarge`.
    public init(_ image: CIImage, placeholders: [String: CIImage] = [:]) throws {
        recipe = try RecipeWriter.recipe(of: image, context: StoredRecipeWritingContext(placeholders: placeholders))
    }

    /// Creates the recipe of a filter's output, with the present values of its inputs.
    ///
    /// - Parameters:
    ///   - filter: A registered filter, or one whose output image can be stored without the filter. If its `inputImage`
    ///     isn't set, it becomes the placeholder `image`.
    ///   - placeholders: Images that are supplied when the recipe is used, by name.
    /// - Throws: `CIRecipeError.unwritable`, `.tooLarge`; `CIFilterError` for a filter that has an input error, or that
    ///   isn't registered and makes no image.
    public init(_ filter: CIFilter, placeholders: [String: CIImage] = [:]) throws {
        if let error = filter.inputError { throw error }
        guard FilterRegistry.shared.entry(named: filter.name) != nil else {
            try self.init(try filter.renderableOutput(), placeholders: placeholders)
            return
        }
        var chain = ChainWriter(context: StoredRecipeWritingContext(placeholders: placeholders))
        try chain.append(filter, replacingImage: filter.inputs.input(forKey: kCIInputImageKey)?.keyValue == nil)
        self.init(chain.recipe)
    }

    /// Creates the recipe of a filter chain. Each filter's `inputImage` is the output of the previous filter, and the
    /// first one's is the placeholder `image`, regardless of their present values.
    ///
    /// - Parameters:
    ///   - filters: Registered filters. All but the first must have an `inputImage`. The recipe of no filters returns
    ///     the placeholder `image` unchanged.
    ///   - placeholders: Other images that are supplied when the recipe is used, by name.
    /// - Throws: `CIRecipeError.notAChain`, `.unwritable`, `.tooLarge`; `CIFilterError` for a filter that has an input
    ///   error.
    public init(filters: [CIFilter], placeholders: [String: CIImage] = [:]) throws {
        guard !filters.isEmpty else {
            recipe = ImageRecipe(steps: [.image(name: Self.imageName)])
            return
        }
        var chain = ChainWriter(context: StoredRecipeWritingContext(placeholders: placeholders))
        for filter in filters { try chain.append(filter, replacingImage: true) }
        recipe = chain.recipe
    }

    /// The names of the images that must be supplied when the recipe is used, sorted.
    public var placeholders: [String] {
        let names = recipe.steps.compactMap { step -> String? in
            if case .image(let name) = step { name } else { nil }
        }
        return Set(names).sorted()
    }

    /// The paths of the picture files that the recipe reads, sorted.
    public var files: [String] {
        let paths = recipe.steps.compactMap { step -> String? in
            if case .file(let file) = step { file.path } else { nil }
        }
        return Set(paths).sorted()
    }

    /// A filter that a recipe uses.
    public struct UsedFilter: Sendable, Hashable {
        /// The filter's name.
        public let name: String
        /// The identifier of the image unit that the filter came from; nil for built-in filters and those of
        /// applications.
        public let unitIdentifier: String?
        /// The accepted versions of the unit, such as `1.2..<2`; nil for any.
        public let unitVersion: String?
    }

    /// The filters that the recipe uses, without duplicates, in the order of first use.
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

    /// Returns the image that the recipe describes.
    ///
    /// The recipe's kernels (not those of filters that it names) are interpreted, unless `CIPlugIn.trustsKernels`
    /// allows compiling third-party kernels. Because a recipe may come from an untrusted source, rendering the image is
    /// limited in time, steps and memory. `CIContextOption.renderingDeadline`, `.stepLimit` and `.memoryTarget`
    /// document the limits and change them.
    ///
    /// - Parameters:
    ///   - images: The images for the placeholders.
    ///   - pictures: The picture files that the recipe may read; none by default.
    /// - Throws: `CIRecipeError`, mostly for a filter, unit or image that isn't available; `KernelCompilationError`.
    public func image(_ images: [String: CIImage] = [:], pictures: PictureAccess = .none) throws -> CIImage {
        try RecipeReader.untrustedImage(
            of: recipe, context: StoredRecipeReadingContext(images: images, pictures: pictures))
    }

    /// Returns the filters of a chain, in order, with their values but without `inputImage`. A recipe that is only a
    /// placeholder has none.
    ///
    /// - Parameters:
    ///   - images: The images for placeholders of other inputs.
    ///   - pictures: The picture files that the recipe may read.
    /// - Throws: `CIRecipeError.notAChain` if the recipe has other steps between the filters, and the errors of
    ///   `image(_:pictures:)`.
    public func filters(_ images: [String: CIImage] = [:], pictures: PictureAccess = .none) throws -> [CIFilter] {
        try ChainReader(recipe: recipe, context: StoredRecipeReadingContext(images: images, pictures: pictures))
            .filters()
    }

    /// The picture files that a recipe may read.
    public enum PictureAccess: Sendable, Hashable {
        /// No files.
        case none
        /// Files in a folder and its subfolders. Relative paths start at the folder. Links that lead out of it are
        /// refused.
        case folder(URL)
        /// Any file, for trusted recipes. Relative paths start at the working directory.
        case anywhere
    }
}
