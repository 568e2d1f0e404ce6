import CoreImage
import Testing

/// Pictures of people, from packages of other projects that may be on this machine; none are part of this one.
enum FacePictures {
    /// Eileen Collins's portrait by NASA, 512 × 512 pixels, from the Python package scikit-image.
    static let astronaut: CIImage? = pythonPackage("skimage").flatMap {
        CIImage(contentsOf: $0.appendingPathComponent("data/astronaut.png"))
    }
    static let isThere = DetectionScene.hasEngines && astronaut != nil
    static let missing: Comment =
        "there is no portrait or no engine: pip3 install scikit-image; apt-get install opencv-data libopencv-objdetect-dev libzxing-dev"

    /// Where her eyes and mouth are, and how large the face is, measured by eye in the picture enlarged eight times.
    static let (leftEye, rightEye) = (CGPoint(x: 203.7, y: 410.8), CGPoint(x: 246.8, y: 408.7))
    static let (mouth, middle) = (CGPoint(x: 224, y: 366.6), CGPoint(x: 225, y: 397))
    /// Degrees counter-clockwise by which the line through the eyes is turned.
    static let angle: Float = -2.8

    /// Textures and objects of the same package, without faces.
    static let faceless: [CIImage] = [
        "brick.png", "grass.png", "gravel.png", "coffee.png", "rocket.jpg", "chelsea.png",
    ]
    .compactMap { name in
        pythonPackage("skimage").flatMap { CIImage(contentsOf: $0.appendingPathComponent("data/\(name)")) }
    }

    /// Photographs of the same package that are there, with their names.
    static func photographs(_ names: [String]) -> [(name: String, image: CIImage)] {
        guard let folder = pythonPackage("skimage") else { return [] }
        return names.compactMap { name in
            CIImage(contentsOf: folder.appendingPathComponent("data/\(name)")).map { (name, $0) }
        }
    }

    /// The folder of a Python package; nil when there is no Python here, or no such package.
    private static func pythonPackage(_ name: String) -> URL? {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "python3", "-c",
            "import importlib.util as u; s = u.find_spec('\(name)'); print(s.submodule_search_locations[0] if s else '')",
        ]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let path = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return process.terminationStatus == 0 && !path.isEmpty ? URL(fileURLWithPath: path) : nil
    }
}
