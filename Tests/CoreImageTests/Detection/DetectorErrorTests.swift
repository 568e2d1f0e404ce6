import Foundation
import Rendering
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

@Suite("Detectors: invalid libraries, options and images")
struct DetectorErrorTests {
    @Test("The error for an unknown type lists the known ones")
    func unknownType() {
        #expect(CIDetector(ofType: "CIDetectorTypeCat", context: nil) == nil)
        #expect { try CIDetector(checkingType: "CIDetectorTypeCat") } throws: { error in
            "\(error)".contains("CIDetectorTypeCat") && "\(error)".contains("CIDetectorTypeFace")
        }
    }

    @Test("A missing library is named, with every place looked at and the packages that bring it")
    func missingLibrary() throws {
        let places = ["/nowhere/libCoreImageDetection.so", "/nowhere/else/libCoreImageDetection.so"]
        #expect { try DetectionLibrary(candidates: places) } throws: { error in
            let text = "\(error)"
            return places.allSatisfy(text.contains) && text.contains("libopencv-objdetect-dev")
                && text.contains("libzxing-dev") && text.contains("COREIMAGE_DETECTION")
        }
        #expect(DetectionLibrary.candidates(environment: ["COREIMAGE_DETECTION": "/a/b.so"]) == ["/a/b.so"])
        let standard = DetectionLibrary.candidates(environment: [:])
        #expect(standard.suffix(2) == ["/usr/local/lib", "/usr/lib"].map { "\($0)/libCoreImageDetection.so" })
        #expect(standard.count >= 3 && standard.allSatisfy { $0.hasPrefix("/") })
    }

    @Test("A file that is no library, and a library of something else, are refused")
    func wrongLibrary() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("libCoreImageDetection.so")
        try Data("no library".utf8).write(to: file)
        #expect { try DetectionLibrary(candidates: [file.path]) } throws: { error in
            guard case CIDetectionError.missingLibrary(_, let reason?) = error else { return false }
            return reason.contains(file.path)
        }
        let other = try #require(
            ["/lib/x86_64-linux-gnu/libm.so.6", "/lib/aarch64-linux-gnu/libm.so.6", "/lib64/libm.so.6"].first {
                FileManager.default.fileExists(atPath: $0)
            })
        #expect { try DetectionLibrary(candidates: [other]) } throws: { error in
            guard case CIDetectionError.incompatibleLibrary(other) = error else { return false }
            return "\(error)".contains(other)
        }
    }

    @Test("Missing cascades are named with their package")
    func missingCascades() {
        #expect { try CascadeFolder.path(environment: ["COREIMAGE_CASCADES": "/nowhere"]) } throws: { error in
            "\(error)".contains("/nowhere") && "\(error)".contains("opencv-data")
                && "\(error)".contains("haarcascade_frontalface_alt2.xml")
        }
    }

    @Test(
        "Invalid options are reported by key; the valid ones apply",
        arguments: [
            (CIDetectorAccuracy, "medium"), (CIDetectorMinFeatureSize, 1.5), (CIDetectorMinFeatureSize, Double.nan),
            (CIDetectorMaxFeatureCount, 0), (CIDetectorMaxFeatureCount, 257), (CIDetectorMaxFeatureCount, 1.5),
            (CIDetectorNumberOfAngles, 4), (CIDetectorImageOrientation, 9), (CIDetectorImageOrientation, "up"),
            (CIDetectorAspectRatio, 0), (CIDetectorAspectRatio, Double.infinity), (CIDetectorFocalLength, -2),
            (CIDetectorSmile, "yes"), ("CIDetectorAcuracy", CIDetectorAccuracyLow),
        ] as [(String, any Sendable)])
    func options(key: String, value: any Sendable) throws {
        let (read, refusals) = DetectorOptions().replacing(
            [key: value, CIDetectorTracking: true], of: .rectangle)
        #expect(read.tracks)
        let refusal = try #require(refusals.first)
        #expect(refusals.count == 1 && "\(refusal)".contains(key))
    }

    @Test("Faces take least sizes from 0.01 to 0.5, others from 0 to 1")
    func sizes() {
        let (_, refusals) = DetectorOptions().replacing([CIDetectorMinFeatureSize: 0.7], of: .face)
        #expect(refusals.count == 1 && "\(refusals[0])".contains("0.5"))
        #expect(DetectorOptions().replacing([CIDetectorMinFeatureSize: 0.7], of: .text).refusals.isEmpty)
    }

    @Test(
        "Infinite and empty images throw; `features(in:)` returns none",
        .enabled(if: DetectionScene.hasEngines, DetectionScene.withoutEngines))
    func images() throws {
        let detector = try CIDetector(checkingType: CIDetectorTypeRectangle)
        #expect { try detector.detectedFeatures(in: CIImage(color: .red)) } throws: {
            if case RenderingError.infiniteRegion = $0 { true } else { false }
        }
        #expect { try detector.detectedFeatures(in: CIImage.empty()) } throws: {
            if case RenderingError.emptyRegion = $0 { true } else { false }
        }
        #expect(detector.features(in: CIImage(color: .red)).isEmpty)
        #expect(throws: CIError.self) {
            try detector.detectedFeatures(in: CIImage.empty(), options: [CIDetectorImageOrientation: 0])
        }
        #expect(throws: CIFilterError.self) {
            try detector.detectedFeatures(
                in: CIImage.empty().applyingFilter("CINoSuchFilter").cropped(
                    to: CGRect(x: 0, y: 0, width: 9, height: 9)))
        }
    }
}
