import CoreImageVideo
import Foundation
import TestSupport
import Testing

@testable import Gallery

/// The guide's "tracking ID and tracking frame count which Core Image uses to follow a face in a video segment".
///
/// The people are drawn. They walk past each other, and the nearer one hides the other for some frames.
@Suite(
    "Listings: face tracking", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"),
    .enabled(
        if: (try? CIDetector(checkingType: CIDetectorTypeFace)) != nil,
        "there is no engine or no cascades: install libopencv-objdetect-dev, libzxing-dev and opencv-data"))
struct FaceTrackingListingTests {
    private static let frame = CGRect(x: 0, y: 0, width: 480, height: 200)
    private static let frameCount = 12
    /// The frames whose picture nobody is in.
    private static let empty = 2...3

    /// The middle of a person's face in a frame: the first one walks to the right, the second one to the left.
    private static func place(_ person: Int, _ number: Int) -> CGPoint {
        CGPoint(x: person == 0 ? 60 + 32 * number : 412 - 32 * number, y: 100)
    }

    /// Draws a frame.
    private static func image(_ number: Int) -> CIImage {
        let ground = CIImage(color: CIColor(red: 0.7, green: 0.75, blue: 0.8)).cropped(to: frame)
        guard !empty.contains(number) else { return ground }
        let drawing = DrawnPeople.image(in: CGRect(origin: .zero, size: DrawnPeople.size))
        return [1, 0].reduce(ground) { picture, person in
            let (face, place) = (DrawnPeople.faces[person], place(person, number))
            return drawing.cropped(to: face.insetBy(dx: -12, dy: -14))
                .transformed(by: CGAffineTransform(translationX: place.x - face.midX, y: place.y - face.midY))
                .composited(over: picture)
        }.cropped(to: frame)
    }

    /// Writes the clip with a writer's adaptor, 25 frames a second.
    private static func writeClip(_ url: URL) async throws {
        let writer = try AVAssetWriter(outputURL: url, fileType: .matroska)
        let input = AVAssetWriterInput(
            mediaType: .video,
            outputSettings: [AVVideoCodecKey: AVVideoCodecType.ffv1, AVVideoWidthKey: 480, AVVideoHeightKey: 200])
        let adaptor = AVAssetWriterInputPixelBufferAdaptor(
            assetWriterInput: input,
            sourcePixelBufferAttributes: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
        writer.add(input)
        writer.startWriting()
        writer.startSession(atSourceTime: .zero)
        let context = CIContext()
        for number in 0..<frameCount {
            var buffer: CVPixelBuffer?
            CVPixelBufferPoolCreatePixelBuffer(nil, try #require(adaptor.pixelBufferPool), &buffer)
            context.render(image(number), to: try #require(buffer))
            adaptor.append(try #require(buffer), withPresentationTime: CMTime(value: Int64(number), timescale: 25))
        }
        input.markAsFinished()
        await writer.finishWriting()
        #expect(writer.status == .completed, "\(String(describing: writer.error))")
    }

    @Test("two people keep their IDs past each other, while one is hidden, and over frames that miss both")
    func crossing() async throws {
        try await withFolder { folder in
            let url = URL(fileURLWithPath: folder + "/people.mkv")
            try await Self.writeClip(url)

            let detector = CIDetector(
                ofType: CIDetectorTypeFace, context: nil,
                options: [CIDetectorAccuracy: CIDetectorAccuracyLow, CIDetectorTracking: true])
            let asset = AVURLAsset(url: url)
            let reader = try AVAssetReader(asset: asset)
            let output = AVAssetReaderTrackOutput(
                track: asset.tracks(withMediaType: .video)[0],
                outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
            reader.add(output)
            reader.startReading()
            // The IDs with which each person was found, and their frame counts.
            var (ids, counts) = ([Set<Int32>](repeating: [], count: 2), [[Int32]](repeating: [], count: 2))
            var number = 0
            while let sampleBuffer = output.copyNextSampleBuffer() {
                let image = CIImage(cvImageBuffer: try #require(CMSampleBufferGetImageBuffer(sampleBuffer)))
                for feature in detector?.features(in: image) ?? [] {
                    guard let face = feature as? CIFaceFeature, face.hasTrackingID else { continue }
                    #expect(face.hasTrackingFrameCount)
                    let distances = (0..<2).map { abs(Self.place($0, number).x - face.bounds.midX) }
                    let person = distances[0] < distances[1] ? 0 : 1
                    #expect(distances[person] < 12, "a face in nobody's place")
                    ids[person].insert(face.trackingID)
                    counts[person].append(face.trackingFrameCount)
                }
                number += 1
            }
            #expect(number == Self.frameCount)
            #expect(ids.allSatisfy { $0.count == 1 } && ids[0] != ids[1], "\(ids)")
            // Nobody is found in the two empty frames, after which the count begins again.
            #expect(counts[0] == [1, 2] + (1...8).map { Int32($0) }, "\(counts)")
            // The second one is hidden by the first one when they meet, at frame 5.5, too.
            #expect(counts[1].count < counts[0].count && counts[1].filter { $0 == 1 }.count == 3, "\(counts)")
        }
    }
}
