import CoreImage
import TestSupport
import Testing

/// Pictures with and without people, from packages of other projects that may be installed. None are part of this
/// project.
///
/// `make test` downloads two packages into `build/test-pictures`: scikit-image (its `skimage/data`) and the source
/// package face_recognition (its `tests/test_images`). COREIMAGE_TEST_PICTURES names another folder to look in. Without
/// a download, scikit-image is taken from Python's packages. The Debian package opencv-doc is used if it is installed.
enum FacePictures {
    /// Eileen Collins's portrait by NASA, 512 × 512 pixels, from scikit-image.
    static let astronaut: CIImage? = image(scikitImage, "astronaut.png")
    static let isAvailable = DetectionScene.hasEngines && astronaut != nil
    static let missing: Comment =
        "there is no portrait or no engine: pip3 install scikit-image; apt-get install opencv-data libopencv-objdetect-dev libzxing-dev"

    /// Where her eyes and mouth are, and how large the face is, measured by eye in the picture enlarged eight times.
    static let (leftEye, rightEye) = (CGPoint(x: 203.7, y: 410.8), CGPoint(x: 246.8, y: 408.7))
    static let (mouth, middle) = (CGPoint(x: 224, y: 366.6), CGPoint(x: 225, y: 397))
    /// Degrees counter-clockwise by which the line through the eyes is turned.
    static let angle: Float = -2.8

    /// The astronaut and four official photographs of the White House, of two men; empty unless all are there.
    static let portraits: [FacePortrait] = {
        guard let astronaut else { return [] }
        let own = FacePortrait(
            image: astronaut, leftEye: leftEye, rightEye: rightEye, mouth: mouth, smiles: true)
        let others = FacePortrait.ofWhiteHouse.compactMap { place in
            image(faceRecognition, place.file).map { FacePortrait(image: $0, place: place) }
        }
        return others.count == FacePortrait.ofWhiteHouse.count ? [own] + others : []
    }()
    static let hasPortraits = DetectionScene.hasEngines && !portraits.isEmpty
    static let withoutPortraits: Comment =
        "there are no portraits or no engine: make test downloads them; apt-get install opencv-data libopencv-objdetect-dev libzxing-dev"

    /// A hundred small faces and a hundred small pictures of other things; nil when they aren't there.
    static let small = scikitImage.flatMap { SmallFaces($0.appendingPathComponent("lfw_subset.npy")) }
    static let hasSmall = DetectionScene.hasEngines && small != nil

    /// Textures and objects of scikit-image, without faces.
    static let faceless: [CIImage] = [
        "brick.png", "grass.png", "gravel.png", "coffee.png", "rocket.jpg", "chelsea.png",
    ].compactMap { image(scikitImage, $0) }

    /// More of them, and those of opencv-doc: landscapes, buildings, animals, things, pages. Empty unless all are
    /// there.
    static let moreFaceless: [CIImage] = {
        let pictures =
            [
                "horse.png", "hubble_deep_field.jpg", "ihc.png", "motorcycle_left.png", "moon.png", "retina.jpg",
                "page.png",
            ]
            .map { image(scikitImage, $0) }
            + [
                "aero1.jpg", "aloeL.jpg", "apple.jpg", "baboon.jpg", "blox.jpg", "board.jpg", "box_in_scene.png",
                "building.jpg",
                "butterfly.jpg", "cards.png", "chicky_512.png", "ela_modified.jpg", "fruits.jpg", "graf1.png",
                "home.jpg",
                "leuvenA.jpg", "licenseplate_motion.jpg", "left.jpg", "left01.jpg", "left08.jpg", "orange.jpg",
                "pca_test1.jpg",
                "pic5.png", "rubberwhale1.png", "smarties.png", "squirrel_cls.jpg", "starry_night.jpg", "stuff.jpg",
                "sudoku.png",
                "text_defocus.jpg",
            ].map { image(debian, "data/\($0)") }
            + (1...6).map { image(debian, "text/scenetext0\($0).jpg") }
            + (0...2).map { image(debian, "hfs/data/00\($0).jpg") }
        let found = pictures.compactMap { $0 }
        return found.count == pictures.count ? found : []
    }()
    static let hasMoreFaceless = DetectionScene.hasEngines && !moreFaceless.isEmpty
    static let withoutMoreFaceless: Comment =
        "there are no pictures without faces or no engine: apt-get install opencv-doc opencv-data libopencv-objdetect-dev libzxing-dev"

    private static let downloads: URL = {
        if let path = ProcessInfo.processInfo.environment["COREIMAGE_TEST_PICTURES"] {
            return URL(fileURLWithPath: path)
        }
        let package = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { folder, _ in folder.deletingLastPathComponent()
        }
        return package.appendingPathComponent("build/test-pictures")
    }()
    private static let faceRecognition = folder(
        downloads.appendingPathComponent("face_recognition/tests/test_images"))
    private static let debian = folder(URL(fileURLWithPath: "/usr/share/doc/opencv-doc/examples"))
    private static let scikitImage =
        folder(downloads.appendingPathComponent("skimage/data"))
        ?? pythonPackage("skimage").flatMap { folder($0.appendingPathComponent("data")) }

    private static func folder(_ url: URL) -> URL? { FileManager.default.fileExists(atPath: url.path) ? url : nil }

    private static func image(_ folder: URL?, _ name: String) -> CIImage? {
        guard let file = folder?.appendingPathComponent(name), FileManager.default.fileExists(atPath: file.path) else {
            return nil
        }
        return CIImage(contentsOf: file)
    }

    /// Photographs of the same package that are there, with their names.
    static func photographs(_ names: [String]) -> [(name: String, image: CIImage)] {
        names.compactMap { name in image(scikitImage, name).map { (name, $0) } }
    }

    /// The folder of a Python package; nil when there is no Python here, or no such package.
    private static func pythonPackage(_ name: String) -> URL? {
        let process = LaunchedProgram()
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
