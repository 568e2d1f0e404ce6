import Foundation
import Pixels

/// What a picture file says about itself, under ImageIO's keys.
enum ImageMetadata {
    static func properties(
        of header: VipsHandle, format: ImageFileFormat, layout: StoredLayout, orientation: Int
    ) -> [String: any Sendable] {
        [:]
    }
}
