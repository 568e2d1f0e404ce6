import CoreImage
import CoreImageVideo
import Foundation
import Synchronization
import TestSupport
import Testing

/// Compositions in the spelling of Apple's guide, and what handlers may do wrong.
@Suite("Video compositions", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct CompositionTests {
    private static let h264 =
        "-c:v libx264 -preset ultrafast -pix_fmt yuv420p -colorspace bt709 -color_primaries bt709 -color_trc bt709"

    private static func clip(_ folder: String, seconds: Double = 0.4) throws -> AVURLAsset {
        let path = folder + "/in.mp4"
        try VideoTool.encode("\(VideoTool.picture(seconds: seconds)) \(h264)", to: path)
        return AVURLAsset(url: URL(fileURLWithPath: path))
    }

    private static func session(_ asset: AVAsset, _ folder: String) throws -> AVAssetExportSession {
        let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality))
        session.outputURL = URL(fileURLWithPath: folder + "/out.mp4")
        session.outputFileType = .mp4
        return session
    }

    @Test("the guide's blur, whose radius grows with time")
    func guide() async throws {
        try await withFolder { folder in
            let asset = try Self.clip(folder, seconds: 1)
            // Handlers are called for one frame after the other. In the language mode of Swift 5 it is a plain
            // constant.
            nonisolated(unsafe) let filter = CIFilter(name: "CIGaussianBlur")!
            let composition = AVVideoComposition(
                asset: asset,
                applyingCIFiltersWithHandler: { request in
                    // Clamp to avoid blurring transparent pixels at the image edges
                    let source = request.sourceImage.clampedToExtent()
                    filter.setValue(source, forKey: kCIInputImageKey)

                    // Vary filter parameters based on video timing
                    let seconds = CMTimeGetSeconds(request.compositionTime)
                    filter.setValue(seconds * 10.0, forKey: kCIInputRadiusKey)

                    // Crop the blurred output to the bounds of the original image
                    let output = filter.outputImage!.cropped(to: request.sourceImage.extent)

                    // Provide the filter output to the composition
                    request.finish(with: output, context: nil)
                })
            #expect(composition.renderSize == CGSize(width: 160, height: 120))
            #expect(composition.frameDuration == CMTime(value: 1, timescale: 25))
            let session = try Self.session(asset, folder)
            session.videoComposition = composition
            await session.export()
            #expect(session.status == .completed, "\(String(describing: session.error))")
            // The first frame is sharp and the last one has hardly any detail.
            func detail(_ frame: Int, _ samples: Data) -> Int {
                (1..<100).reduce(0) { sum, x in
                    let row = samples.startIndex + frame * 160 * 120 * 3 / 2 + 60 * 160
                    return sum + abs(Int(samples[row + x]) - Int(samples[row + x - 1]))
                }
            }
            let (before, after) = try (
                VideoTool.samples(of: folder + "/in.mp4"), VideoTool.samples(of: folder + "/out.mp4")
            )
            #expect(before.count == after.count)
            #expect(detail(0, after) * 10 > detail(0, before) * 7)
            #expect(detail(24, after) * 2 < detail(24, before))
        }
    }

    @Test("the asynchronous forms")
    func asynchronous() async throws {
        try await withFolder { folder in
            let asset = try Self.clip(folder)
            let composition = try await AVVideoComposition.videoComposition(with: asset) { request in
                request.finish(with: request.sourceImage.applyingFilter("CIColorInvert"), context: nil)
            }
            #expect(composition.renderSize == CGSize(width: 160, height: 120))
            let mutable = try await AVMutableVideoComposition.videoComposition(
                with: asset, applyingCIFiltersWithHandler: { $0.finish(with: $0.sourceImage, context: nil) })
            mutable.renderSize = CGSize(width: 80, height: 60)
            let copy = mutable.copy() as? AVVideoComposition
            mutable.renderSize = CGSize(width: 10, height: 10)
            #expect(copy?.renderSize == CGSize(width: 80, height: 60))

            let times = Mutex<[Double]>([])
            let newest = try await AVVideoComposition(applyingFiltersTo: asset) { parameters in
                times.withLock { $0.append(parameters.compositionTime.seconds) }
                return AVCIImageFilteringResult(resultImage: parameters.sourceImage)
            }
            let session = try Self.session(asset, folder)
            session.videoComposition = newest
            try await session.export(to: URL(fileURLWithPath: folder + "/newest.mov"), as: .mov)
            #expect(times.withLock { $0 } == (0..<10).map { Double($0) / 25 })
        }
    }

    @Test("a composition's size crops, its frame duration repeats, and its colours convert")
    func properties() async throws {
        try await withFolder { folder in
            let asset = try Self.clip(folder)
            let composition = AVMutableVideoComposition(asset: asset) { request in
                #expect(request.renderSize == CGSize(width: 64, height: 48))
                request.finish(with: request.sourceImage, context: CIContext())
            }
            composition.renderSize = CGSize(width: 64, height: 48)
            composition.sourceTrackIDForFrameTiming = kCMPersistentTrackID_Invalid
            composition.frameDuration = CMTime(value: 1, timescale: 50)
            composition.colorPrimaries = AVVideoColorPrimaries_ITU_R_709_2
            composition.colorTransferFunction = AVVideoTransferFunction_ITU_R_709_2
            composition.colorYCbCrMatrix = AVVideoYCbCrMatrix_ITU_R_709_2
            let session = try Self.session(asset, folder)
            session.videoComposition = composition
            await session.export()
            #expect(session.status == .completed, "\(String(describing: session.error))")
            let facts = try VideoTool.probe(
                folder + "/out.mp4", "stream", "v:0",
                "width,height,color_space,color_transfer,color_primaries,nb_frames,r_frame_rate")
            #expect(facts == ["64|48|bt709|bt709|bt709|50/1|20"])
        }
    }

    private struct Sample: Error, Equatable {}

    @Test("a handler's error ends the export, and nothing is left")
    func failure() async throws {
        try await withFolder { folder in
            let asset = try Self.clip(folder)
            let session = try Self.session(asset, folder)
            session.videoComposition = AVVideoComposition(asset: asset) { request in
                if request.compositionTime.seconds > 0.1 {
                    request.finish(with: Sample())
                } else {
                    request.finish(with: request.sourceImage, context: nil)
                }
            }
            await #expect(throws: Sample.self) {
                try await session.export(to: URL(fileURLWithPath: folder + "/out.mp4"), as: .mp4)
            }
            #expect(session.status == .failed)
            #expect((session.error as? AVError)?.underlyingError is Sample)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["in.mp4"])
        }
    }

    @Test("a request that is released unfinished is an error, one that is finished twice counts once")
    func misuse() async throws {
        try await withFolder { folder in
            let asset = try Self.clip(folder)
            let forgetting = try Self.session(asset, folder)
            forgetting.videoComposition = AVVideoComposition(asset: asset) { _ in }
            await forgetting.export()
            #expect(forgetting.status == .failed)
            #expect((forgetting.error as? AVError)?.code == .invalidVideoComposition)
            #expect("\(String(describing: forgetting.error))".contains("without finishing"))

            let twice = try Self.session(asset, folder)
            twice.videoComposition = AVVideoComposition(asset: asset) { request in
                request.finish(with: request.sourceImage, context: nil)
                request.finish(with: Sample())
            }
            await twice.export()
            #expect(twice.status == .completed)
        }
    }

    @Test("an export is cancelled although its handler never finishes")
    func hangingHandler() async throws {
        try await withFolder { folder in
            let asset = try Self.clip(folder)
            let session = try Self.session(asset, folder)
            let kept = Mutex<[AVAsynchronousCIImageFilteringRequest]>([])
            let (called, signal) = AsyncStream<Void>.makeStream()
            session.videoComposition = AVVideoComposition(asset: asset) { request in
                kept.withLock { $0.append(request) }
                signal.yield()
            }
            async let outcome: Void = session.export()
            for await _ in called { break }
            session.cancelExport()
            await outcome
            #expect(session.status == .cancelled)
            #expect((session.error as? AVError)?.code == .operationCancelled)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["in.mp4"])
        }
    }

    @Test("a reader's output filters frames, with the times of the asset")
    func readerOutput() async throws {
        try await withFolder { folder in
            let asset = try Self.clip(folder)
            let reader = try AVAssetReader(asset: asset)
            let output = AVAssetReaderVideoCompositionOutput(
                videoTracks: asset.tracks(withMediaType: .video),
                videoSettings: [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA])
            output.videoComposition = AVVideoComposition(asset: asset) { request in
                let red = CIImage(color: CIColor(red: 1, green: 0, blue: 0)).cropped(to: request.sourceImage.extent)
                DispatchQueue.global().async { request.finish(with: red, context: nil) }
            }
            reader.add(output)
            reader.timeRange = CMTimeRange(
                start: CMTime(value: 1, timescale: 10), duration: CMTime(value: 1, timescale: 5))
            #expect(reader.startReading())
            var times: [Double] = []
            while let sample = output.copyNextSampleBuffer() {
                times.append(sample.presentationTimeStamp.seconds)
                let buffer = try #require(sample.imageBuffer)
                CVPixelBufferLockBaseAddress(buffer, .readOnly)
                let pixel = try #require(CVPixelBufferGetBaseAddress(buffer)).load(as: UInt32.self)
                CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
                #expect(pixel == 0xFFFF_0000)
            }
            // The frame of 0.08 s is shown at 0.1 s.
            #expect(times == [0.1, 0.12, 0.16, 0.2, 0.24, 0.28])
            #expect(reader.status == .completed)
        }
    }
}
