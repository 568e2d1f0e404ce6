import ImageGraph
import Pixels

/// Identifies renderings that differ only in their destination: same recipe, same region, same format.
struct RecipeKey: Hashable {
    /// An operation that hosts wrap around an image for each rendering, and that its parameters describe completely.
    private enum Wrapper: Hashable {
        case premultiply
        case unpremultiply
        case convert(from: CGColorSpace?, to: CGColorSpace?)
    }

    private let core: ObjectIdentifier
    private let wrappers: [Wrapper]
    private let region: PixelRect
    private let format: PixelFormat

    /// Returns the key, and the node whose identity stands for the recipe.
    static func make(_ node: ImageNode, region: PixelRect, format: PixelFormat) -> (key: RecipeKey, core: ImageNode) {
        var core = node
        var wrappers: [Wrapper] = []
        while true {
            switch core.operation {
            case .premultiply(let image): (core, wrappers) = (image, wrappers + [.premultiply])
            case .unpremultiply(let image): (core, wrappers) = (image, wrappers + [.unpremultiply])
            case .convert(let image, let from, let to):
                (core, wrappers) = (image, wrappers + [.convert(from: from, to: to)])
            default:
                let key = RecipeKey(core: ObjectIdentifier(core), wrappers: wrappers, region: region, format: format)
                return (key, core)
            }
        }
    }

    private init(core: ObjectIdentifier, wrappers: [Wrapper], region: PixelRect, format: PixelFormat) {
        (self.core, self.wrappers, self.region, self.format) = (core, wrappers, region, format)
    }
}
