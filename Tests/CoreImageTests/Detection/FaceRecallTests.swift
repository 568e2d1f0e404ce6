import CoreImage
import Testing

/// Counts found faces and false ones in pictures of people, and of other things. `FaceRecallLongTests` has the complete
/// series.
@Suite("Detectors: recall of faces")
struct FaceRecallTests {
    /// Every twentieth of the hundred; `FaceRecallLongTests` has all. As many may be missed as of all of them.
    @Test(
        "People, one per picture", .enabled(if: FacePictures.hasSmall, FacePictures.missing),
        arguments: [(CIDetectorAccuracyHigh, 1), (CIDetectorAccuracyLow, 2)])
    func people(accuracy: String, missed: Int) throws { try expectPeople(every: 20, accuracy, missed: missed) }

    func expectPeople(every step: Int, _ accuracy: String, missed: Int) throws {
        let small = try #require(FacePictures.small)
        let detector = try CIDetector(checkingType: CIDetectorTypeFace, options: [CIDetectorAccuracy: accuracy])
        var count = RecallCount()
        for index in stride(from: 0, to: SmallFaces.faceCount, by: step) {
            count.addPicture(try detector.detectedFeatures(in: small.scene(index))) {
                hypot($0.bounds.midX - 135, $0.bounds.midY - 135) < 0.3 * $0.bounds.width
            }
        }
        count.expect(found: count.pictures - missed, extra: 0, "people, \(accuracy)")
    }
}
