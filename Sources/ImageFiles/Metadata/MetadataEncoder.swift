import CVips
import Foundation

/// Puts properties into a libvips image before it is saved.
enum MetadataEncoder {
    static func resolution(_ properties: [String: any Sendable]) -> (x: Double, y: Double) { (72, 72) }
    static func attach(_ properties: [String: any Sendable], to image: VipsHandle, format: ImageFileFormat) {}
}
