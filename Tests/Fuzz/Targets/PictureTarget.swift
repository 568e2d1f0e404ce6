import CoreImage
import Foundation
import Pixels

@testable import ImageFiles

extension FuzzTarget {
    /// Pictures of every format: header, metadata, and some pixels with and without orientation, and of the picture
    /// decoded at fractions of its size.
    static let pictures = FuzzTarget(name: "pictures", longestInput: 8192, changesPerSeed: 60) { bytes in
        let image: CIImage
        do {
            image = try CIImage(decoding: Data(bytes), options: [.reducedDecoding: true])
        } catch {
            return try expectText("\(error)")
        }
        // A header may claim any size; the hostile file tests cover large ones.
        guard image.extent.width * image.extent.height <= 1_000_000 else { return }
        try renderCorner(of: image)
        try renderCorner(of: image.oriented(forExifOrientation: 6))
        for scale in [0.3, 0.1, 0.03] {
            let scaled = image.clampedToExtent().applyingFilter(
                "CILanczosScaleTransform", parameters: [kCIInputScaleKey: scale])
            try renderCorner(of: scaled.cropped(to: CGRect(x: 0, y: 0, width: 9, height: 9)))
        }
        for (key, value) in image.properties {
            try FuzzFinding.expect(!key.isEmpty, "a property without a key: \(value)")
        }
    }

    /// EXIF blocks and TIFF directories: they are read and converted to properties.
    static let metadata = FuzzTarget(name: "metadata", longestInput: 4096, changesPerSeed: 400) { bytes in
        guard let reader = DirectoryReader(Data(bytes)) else { return }
        for (kind, entries) in reader.read() {
            for entry in entries {
                guard let name = ExifTags.name(entry.tag, in: kind) else { continue }
                _ = PropertyValues.property(entry, named: name, in: kind)
            }
        }
    }

    /// ICC profiles: a colour space is created, and colours are converted to and from it.
    static let colorProfiles = FuzzTarget(name: "color-profiles", longestInput: 8192, changesPerSeed: 200) { bytes in
        guard let space = CGColorSpace(iccData: Data(bytes)) else { return }
        _ = "\(space)"
        guard let working = CGColorSpace(name: CGColorSpace.extendedLinearSRGB) else { return }
        for (source, destination) in [(space, working), (working, space)] {
            do {
                let conversion = try ColorConversion(from: source, to: destination)
                for value: Float in [0, 0.5, 1, -1, 1e30, .nan, .infinity] {
                    _ = conversion.apply(SIMD4(value, 0.25, value / 2, 1))
                }
            } catch {
                try expectText("\(error)")
            }
        }
    }
}
