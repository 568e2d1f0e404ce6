import CoreImage
import Testing

/// Counts how often closed eyes and smiles are reported correctly. `DetectingFeatures.md` publishes the counts;
/// COREIMAGE_RECORD=1 prints them.
@Suite("Detectors: closed eyes and smiles, complete series")
struct FaceExpressionLongTests {
    /// A count of correct answers.
    private struct Answers: CustomStringConvertible {
        var (right, asked) = (0, 0)
        var description: String { "\(right) of \(asked) right" }

        mutating func add(_ isRight: Bool) {
            asked += 1
            if isRight { right += 1 }
        }

        func expect(_ least: Int, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) {
            if ProcessInfo.processInfo.environment["COREIMAGE_RECORD"] == "1" { print("recall of \(name): \(self)") }
            #expect(right >= least, "\(name): \(self)", sourceLocation: sourceLocation)
        }
    }

    @Test(
        "Open eyes, and eyes with one or both lids painted closed",
        .enabled(if: FacePictures.hasPortraits, FacePictures.withoutPortraits))
    func lids() throws {
        let detector = try CIDetector(checkingType: CIDetectorTypeFace, options: [CIDetectorEyeBlink: true])
        var (open, closed) = (Answers(), Answers())
        for portrait in FacePictures.portraits {
            for eyeDistance in [110, 65, 40] as [CGFloat] {
                for lashes in [0.04, 0.06] as [CGFloat] {
                    for (left, right) in [(false, false), (true, true), (true, false), (false, true)] {
                        // The lashes don't change open eyes, so these are counted once.
                        if !left && !right && lashes != 0.04 { continue }
                        let seen = portrait.withClosedLids(left: left, right: right, lashes: lashes)
                            .centred(side: 4.5 * eyeDistance, eyeDistance: eyeDistance)
                        let face = try detector.detectedFeatures(in: seen.image).first { seen.isFound(by: $0) }
                        let answer = (face as? CIFaceFeature).map { ($0.leftEyeClosed, $0.rightEyeClosed) }
                        for (isClosed, told) in [(left, answer?.0), (right, answer?.1)] {
                            if isClosed { closed.add(told == true) } else { open.add(told == false) }
                        }
                    }
                }
            }
        }
        open.expect(90, "open eyes of portraits")
        closed.expect(105, "closed eyes of portraits")
    }

    @Test("Open eyes of a hundred people", .enabled(if: FacePictures.hasSmall, FacePictures.missing))
    func people() throws {
        let small = try #require(FacePictures.small)
        let detector = try CIDetector(checkingType: CIDetectorTypeFace, options: [CIDetectorEyeBlink: true])
        var open = Answers()
        for index in 0..<SmallFaces.faceCount {
            for case let face as CIFaceFeature in try detector.detectedFeatures(in: small.scene(index)) {
                if face.hasLeftEyePosition { open.add(!face.leftEyeClosed) }
                if face.hasRightEyePosition { open.add(!face.rightEyeClosed) }
            }
        }
        open.expect(180, "open eyes of people")
    }

    @Test(
        "Smiles of portraits and of people",
        .enabled(if: FacePictures.hasSmall && FacePictures.hasPortraits, FacePictures.withoutPortraits))
    func smiles() throws {
        let small = try #require(FacePictures.small)
        let detector = try CIDetector(checkingType: CIDetectorTypeFace, options: [CIDetectorSmile: true])
        func smiles(_ image: CIImage) throws -> Bool? {
            (try detector.detectedFeatures(in: image).first as? CIFaceFeature)?.hasSmile
        }
        var (smiling, serious) = (Answers(), Answers())
        for portrait in FacePictures.portraits {
            for eyeDistance in [110, 65, 40] as [CGFloat] {
                let told = try smiles(portrait.centred(side: 4.5 * eyeDistance, eyeDistance: eyeDistance).image)
                if portrait.smiles { smiling.add(told == true) } else { serious.add(told == false) }
            }
        }
        smiling.expect(6, "smiles of portraits")
        serious.expect(9, "no smiles of portraits")
        (smiling, serious) = (Answers(), Answers())
        for index in SmallFaces.smiling { smiling.add(try smiles(small.scene(index)) == true) }
        for index in SmallFaces.serious { serious.add(try smiles(small.scene(index)) == false) }
        smiling.expect(16, "smiles of people")
        serious.expect(36, "no smiles of people")
    }
}
