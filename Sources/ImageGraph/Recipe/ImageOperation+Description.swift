import Foundation
import KernelLanguage
import Pixels

extension ImageOperation {
    /// A short name for error messages and descriptions: `crop`, `kernel sepia`, `gaussian blur` …
    package var name: String {
        switch self {
        case .source: "source"
        case .rawSource(let source): source.textureFormat == nil ? "stored pixels" : "pixels of a texture"
        case .constant: "constant"
        case .crop: "crop"
        case .clamp: "clamp"
        case .transform: "transform"
        case .kernel(let application): "kernel \(application.program.name)"
        case .premultiply: "premultiply"
        case .unpremultiply: "unpremultiply"
        case .convert: "convert"
        case .native(let computation): computation.name
        }
    }
}
