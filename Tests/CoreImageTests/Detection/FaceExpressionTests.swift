import CoreImage
import Testing

/// Closed eyes and smiles of portraits. `FaceExpressionLongTests` counts those of many people.
@Suite("Detectors: closed eyes and smiles")
struct FaceExpressionTests {
    @Test(
        "Closed eyes are reported only with `CIDetectorEyeBlink`",
        .enabled(if: FacePictures.hasPortraits, FacePictures.withoutPortraits))
    func asked() throws {
        let detector = try CIDetector(checkingType: CIDetectorTypeFace)
        var told = 0
        for portrait in FacePictures.portraits {
            let seen = portrait.withClosedLids(left: true, right: true, lashes: 0.04)
                .centred(side: 500, eyeDistance: 110)
            func face(_ options: [String: Any]) throws -> CIFaceFeature? {
                try detector.detectedFeatures(in: seen.image, options: options).first as? CIFaceFeature
            }
            let plain = try #require(try face([:]))
            #expect(!plain.leftEyeClosed && !plain.rightEyeClosed)
            // A closed eye has a position even if no cascade finds it.
            let asked = try #require(try face([CIDetectorEyeBlink: true]))
            if asked.leftEyeClosed {
                told += 1
                #expect(largestDistance([asked.leftEyePosition], [seen.leftEye]) < 0.25 * seen.eyeDistance)
            }
            if asked.rightEyeClosed {
                told += 1
                #expect(largestDistance([asked.rightEyePosition], [seen.rightEye]) < 0.25 * seen.eyeDistance)
            }
        }
        #expect(told >= 7)
    }

    @Test(
        "Smiles are reported only with `CIDetectorSmile`",
        .enabled(if: FacePictures.hasPortraits, FacePictures.withoutPortraits))
    func smiles() throws {
        let detector = try CIDetector(checkingType: CIDetectorTypeFace)
        for portrait in FacePictures.portraits {
            let image = portrait.centred(side: 295, eyeDistance: 65).image
            func smiles(_ options: [String: Any]) throws -> Bool? {
                (try detector.detectedFeatures(in: image, options: options).first as? CIFaceFeature)?.hasSmile
            }
            #expect(try smiles([:]) == false)
            #expect(try smiles([CIDetectorSmile: true]) == portrait.smiles)
        }
    }
}
