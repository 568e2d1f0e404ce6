import CoreImage
import Foundation
import ImageFiles
import PictureBatches
import UntrustedInput

/// The properties of a picture file.
package struct PictureProperties {
    let image: CIImage
    /// The file's path, or `-` for standard input.
    private let path: String
    private let file: any ImageFileSource
    private let byteCount: Int

    /// Reads the properties of a picture from standard input.
    package init(of data: Data, reader: PictureReader) throws {
        path = PictureReader.standardInput
        file = try ImageFileReader.open(
            data: data, pixelLimit: reader.pixelLimit?.pixels, rawPreview: reader.takesRawPreview,
            drawingProgram: CIImage.drawingProgram)
        image = try CIImage(decoding: data, options: reader.imageOptions)
        byteCount = data.count
    }

    /// Reads the properties of a file.
    package init(of url: URL, reader: PictureReader) throws {
        path = url.path
        file = try ImageFileReader.open(
            url: url, pixelLimit: reader.pixelLimit?.pixels, rawPreview: reader.takesRawPreview,
            drawingProgram: CIImage.drawingProgram)
        image = try CIImage(loading: url, options: reader.imageOptions)
        byteCount = (try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
    }

    private var width: Int { Int(image.extent.width) }
    private var height: Int { Int(image.extent.height) }
    private var orientation: CGImagePropertyOrientation {
        CGImagePropertyOrientation(rawValue: UInt32(file.orientation)) ?? .up
    }
    /// The number of pictures in the file, if there are several.
    private var pictureCount: Int? { image.properties[kCGImagePropertyImageCount] as? Int }
    private var components: String { "\(file.depth)-bit\(file.isFloat ? " float" : "")" }

    /// A table of names and values.
    var text: String {
        let megapixels = Double(width * height) / 1e6
        let upright = orientation.rawValue > 4 ? ", upright \(height) × \(width)" : ""
        var rows = [
            ("file", printable(path)),
            ("format", "\(file.format.rawValue), \(components), \(byteCount) byte\(byteCount == 1 ? "" : "s")"),
            ("size", "\(width) × \(height) pixels, \(String(format: "%.1f", megapixels)) megapixels\(upright)"),
            ("alpha", image.isOpaque ? "no" : "yes"),
            ("colours", printable(image.colorSpace.map(ColorSpaceName.text) ?? "none")),
            ("orientation", "\(orientation.rawValue) (\(orientation))"),
        ]
        if let count = pictureCount { rows.append(("pictures", "\(count), of which this is the first")) }
        rows += summary.map { ($0.name, printable($0.value)) }
        let widest = rows.map(\.0.count).max() ?? 0
        return rows.map { $0.0.padding(toLength: widest + 2, withPad: " ", startingAt: 0) + $0.1 }
            .joined(separator: "\n")
    }

    /// The same information as an object.
    var json: [String: Any] {
        var object: [String: Any] = [
            "file": path, "format": file.format.rawValue, "bytes": byteCount, "width": width, "height": height,
            "depth": file.depth, "float": file.isFloat, "opaque": image.isOpaque,
            "colorSpace": image.colorSpace.map { $0.description as Any } ?? NSNull(),
            "orientation": Int(orientation.rawValue),
            "metadata": Dictionary(uniqueKeysWithValues: summary.map { ($0.name, $0.value) }),
        ]
        if let count = pictureCount { object["pictures"] = count }
        return object
    }

    /// Commonly used metadata that the file has.
    private var summary: [(name: String, value: String)] {
        Self.summarised.compactMap { name, dictionary, keys in
            let entries = image.properties[dictionary] as? [String: Any] ?? [:]
            let values = keys.compactMap { entries[$0].map(Self.value) }
            return values.isEmpty ? nil : (name, values.joined(separator: " "))
        }
    }

    /// The names used here, and the locations in the picture's properties.
    private static let summarised: [(name: String, dictionary: String, keys: [String])] = [
        ("camera", kCGImagePropertyTIFFDictionary, ["Make", "Model"]),
        ("lens", kCGImagePropertyExifDictionary, ["LensModel"]),
        ("taken", kCGImagePropertyExifDictionary, ["DateTimeOriginal"]),
        ("exposure", kCGImagePropertyExifDictionary, ["ExposureTime"]),
        ("aperture", kCGImagePropertyExifDictionary, ["FNumber"]),
        ("ISO", kCGImagePropertyExifDictionary, ["ISOSpeedRatings"]),
        ("focal length", kCGImagePropertyExifDictionary, ["FocalLength"]),
        ("latitude", kCGImagePropertyGPSDictionary, ["Latitude", "LatitudeRef"]),
        ("longitude", kCGImagePropertyGPSDictionary, ["Longitude", "LongitudeRef"]),
        ("software", kCGImagePropertyTIFFDictionary, ["Software"]),
        ("copyright", kCGImagePropertyTIFFDictionary, ["Copyright"]),
    ]

    private static func value(_ value: Any) -> String {
        switch value {
        case let values as [Any]: values.map { Self.value($0) }.joined(separator: ", ")
        // Degrees are computed from minutes and seconds. Nine digits are a tenth of a metre at least.
        case let number as Double: String(format: "%.9g", number)
        default: "\(value)"
        }
    }
}
