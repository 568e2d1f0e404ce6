import Foundation
import Pixels

/// Renders images. Making one is cheap, but it keeps threads and caches: use one for many pictures.
///
/// Thread-safe: many threads may render with one context.
open class CIContext: NSObject, @unchecked Sendable {
    /// The options that the context was made with.
    let options: [CIContextOption: Any]

    /// A context that computes in extended linear sRGB, and gives sRGB.
    public override convenience init() { self.init(options: nil) }

    /// A context with options; a malformed one is named in the log, and the default used in its place.
    public init(options: [CIContextOption: Any]?) { self.options = options ?? [:] }
}
