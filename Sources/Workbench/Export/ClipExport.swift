import CoreImage
import CoreImageVideo
import Foundation

/// Writes frames as an MP4 file.
struct ClipExport: Sendable {
    /// The file, which must not exist yet.
    let url: URL
    /// Returns the result for a frame of a clip, or for a picture.
    let result: @Sendable (CIImage, _ time: Double) throws -> CIImage

    /// Filters a clip. Its sound is copied.
    ///
    /// - Parameter progress: Called with the fraction that is written.
    /// - Throws: `AVError`, an error of `result`, or `CancellationError`.
    func write(_ asset: AVAsset, progress: @escaping @Sendable (Double) async -> Void) async throws {
        let result = result
        let filtering = try await AVVideoComposition(applyingFiltersTo: asset) { request in
            .init(resultImage: try result(request.sourceImage, request.compositionTime.seconds))
        }
        guard let composition = filtering.mutableCopy() as? AVMutableVideoComposition else {
            throw WorkbenchRefusal("The clip can't be written.")
        }
        // Halved chroma needs even sides: an odd one loses a pixel.
        let size = composition.renderSize
        composition.renderSize = CGSize(
            width: max(2, 2 * floor(size.width / 2)), height: max(2, 2 * floor(size.height / 2)))
        let session = try AVAssetExportSession(checking: asset, presetName: AVAssetExportPresetHighestQuality)
        session.videoComposition = composition
        let states = Task {
            for await state in session.states(updateInterval: 0.25) {
                if case .exporting(let part) = state { await progress(part.fractionCompleted) }
            }
        }
        defer { states.cancel() }
        do { try await session.export(to: url, as: .mp4) } catch let error as AVError {
            throw error.code == .operationCancelled ? CancellationError() : error
        }
    }

    /// Writes a picture with filters whose time goes from 0 to 1.
    ///
    /// - Parameters:
    ///   - picture: The picture, whose lower left corner is at the origin.
    ///   - size: The size of the frames, which is made even.
    ///   - progress: Called with the fraction that is written.
    /// - Throws: `AVError`, an error of `result`, or `CancellationError`.
    func write(
        _ picture: CIImage, size: CGSize, seconds: Double = 2, frameRate: Int = 30,
        progress: @escaping @Sendable (Double) async -> Void
    ) async throws {
        let (width, height) = (max(2, Int(size.width) / 2 * 2), max(2, Int(size.height) / 2 * 2))
        let writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
        let input = AVAssetWriterInput(
            mediaType: .video,
            outputSettings: [
                AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: width, AVVideoHeightKey: height,
            ])
        let adaptor = AVAssetWriterInputPixelBufferAdaptor(
            assetWriterInput: input,
            sourcePixelBufferAttributes: [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA])
        writer.add(input)
        guard writer.startWriting() else { throw writer.error ?? WorkbenchRefusal("The clip can't be written.") }
        writer.startSession(atSourceTime: .zero)
        let context = CIContext(options: [.cacheIntermediates: false])
        let frame = CGRect(x: 0, y: 0, width: width, height: height)
        let count = Int(seconds * Double(frameRate))
        do {
            for index in 0..<count {
                try Task.checkCancellation()
                var buffer: CVPixelBuffer?
                if let pool = adaptor.pixelBufferPool { CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffer) }
                guard let buffer else { throw WorkbenchRefusal("There is no memory for a frame of the clip.") }
                let image = try result(picture, Double(index) / Double(max(1, count - 1)))
                // Video has no transparency.
                let opaque = image.composited(over: CIImage(color: .black)).cropped(to: frame)
                try await context.render(opaque, from: frame, to: CIRenderDestination(pixelBuffer: buffer), at: .zero)
                let time = CMTime(value: CMTimeValue(index), timescale: CMTimeScale(frameRate))
                guard adaptor.append(buffer, withPresentationTime: time) else { break }
                if index % 8 == 0 { await progress(Double(index) / Double(count)) }
            }
        } catch {
            writer.cancelWriting()
            throw error
        }
        writer.endSession(atSourceTime: CMTime(value: CMTimeValue(count), timescale: CMTimeScale(frameRate)))
        input.markAsFinished()
        await writer.finishWriting()
        guard writer.status == .completed else {
            throw writer.error ?? WorkbenchRefusal("The clip wasn't completed.")
        }
    }
}
