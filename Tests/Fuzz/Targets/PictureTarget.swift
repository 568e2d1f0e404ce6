import CoreImage
import Foundation
import Pixels

@testable import ImageFiles

extension FuzzTarget {
    /// Pictures of every format: header, metadata, and some pixels as stored and turned upright.
    static let pictures = FuzzTarget(name: "pictures", longestInput: 8192, changesPerSeed: 60) { bytes in
        let image: CIImage
        do {
            image = try CIImage(decoding: Data(bytes))
        } catch {
            return try expectText("\(error)")
        }
        // A header may promise any size: large ones have cases of their own among the hostile files.
        guard image.extent.width * image.extent.height <= 1_000_000 else { return }
        try renderCorner(of: image)
        try renderCorner(of: image.oriented(forExifOrientation: 6))
        for (key, value) in image.properties {
            try FuzzFinding.expect(!key.isEmpty, "a property without a key: \(value)")
        }
    }

    /// EXIF blocks and TIFF directories, read, turned into properties and written again.
    static let metadata = FuzzTarget(name: "metadata", longestInput: 4096, changesPerSeed: 400) { bytes in
        guard let reader = DirectoryReader(Data(bytes)) else { return }
        for (kind, entries) in reader.read() {
            for entry in entries {
                guard let name = ExifTags.name(entry.tag, in: kind) else { continue }
                _ = PropertyValues.property(entry, named: name, in: kind)
            }
        }
    }

    /// ICC profiles: the space they make, and colours converted there and back.
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
