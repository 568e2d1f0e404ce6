import Foundation

import let ImageFiles.kCGImagePropertyExifFlash
import let ImageFiles.kCGImagePropertyTIFFModel

/// What a picture's metadata say of the flash and of the camera.
struct FlashRecord {
    /// Whether the flash fired; nil where nothing is said.
    let fired: Bool?
    /// The camera's model; nil where it isn't said.
    let cameraModel: String?

    init(_ properties: [String: Any]) {
        let exif = properties[kCGImagePropertyExifDictionary] as? [String: Any]
        let tiff = properties[kCGImagePropertyTIFFDictionary] as? [String: Any]
        let flash = exif?[kCGImagePropertyExifFlash].flatMap(Number.double(from:)).flatMap { Int(exactly: $0) }
        // The lowest bit says whether it fired, the others how it was set.
        fired = flash.map { $0 & 1 == 1 }
        cameraModel = tiff?[kCGImagePropertyTIFFModel] as? String
    }
}
