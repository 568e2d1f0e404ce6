import CoreImageVideo
import Foundation
import TestSupport
import Testing

/// The talk's demo "Using Core Image to filter and save live video": frames of a capture session are rendered to pixel
/// buffers of a writer's pool, and saved.
@Suite("Listings: filter and save live video", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct SavingListingTests {
    private static let (width, height) = (32, 16)

    /// The application's part.
    private final class MovieRecorder: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
        let assetWriter: AVAssetWriter
        let assetWriterInput: AVAssetWriterInput
        let adaptor: AVAssetWriterInputPixelBufferAdaptor
        // The talk's context of iOS 5 doesn't manage colours.
        let context = CIContext(options: [.workingColorSpace: NSNull()])
        let filter = CIFilter(name: "CIColorInvert")!
        let received = DispatchSemaphore(value: 0)
        private var isRecording = false

        init(_ url: URL) throws {
            assetWriter = try AVAssetWriter(outputURL: url, fileType: .matroska)
            assetWriterInput = AVAssetWriterInput(
                mediaType: .video,
                outputSettings: [
                    AVVideoCodecKey: AVVideoCodecType.ffv1, AVVideoWidthKey: width, AVVideoHeightKey: height,
                ])
            assetWriterInput.expectsMediaDataInRealTime = true
            adaptor = AVAssetWriterInputPixelBufferAdaptor(
                assetWriterInput: assetWriterInput,
                sourcePixelBufferAttributes: [
                    kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
                    kCVPixelBufferWidthKey as String: width, kCVPixelBufferHeightKey as String: height,
                    kCVPixelBufferIOSurfacePropertiesKey as String: [:] as CFDictionary,
                ])
            assetWriter.add(assetWriterInput)
        }

        func captureOutput(
            _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
        ) {
            defer { received.signal() }
            guard let pixelBuffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { return }
            let time = CMSampleBufferGetPresentationTimeStamp(sampleBuffer)
            if !isRecording {
                isRecording = assetWriter.startWriting()
                assetWriter.startSession(atSourceTime: time)
            }
            filter.setValue(CIImage(cvPixelBuffer: pixelBuffer), forKey: kCIInputImageKey)
            guard let ciimage = filter.outputImage, let pool = adaptor.pixelBufferPool else { return }
            var renderedOutputPixelBuffer: CVPixelBuffer?
            let status = CVPixelBufferPoolCreatePixelBuffer(kCFAllocatorDefault, pool, &renderedOutputPixelBuffer)
            guard status == kCVReturnSuccess, let pixelbuffer = renderedOutputPixelBuffer else { return }
            context.render(ciimage, to: pixelbuffer, bounds: ciimage.extent, colorSpace: nil)
            adaptor.append(pixelbuffer, withPresentationTime: time)
        }
    }

    /// Writes frames of even greys to a pipe, as a camera's program does.
    private static func camera(_ lumas: [UInt8]) throws -> FileHandle {
        let pipe = Pipe()
        var stream = Data("YUV4MPEG2 W\(width) H\(height) F50:1 Ip A1:1 C420jpeg XCOLORRANGE=LIMITED\n".utf8)
        for luma in lumas {
            stream.append(Data("FRAME\n".utf8))
            stream.append(Data(repeating: luma, count: width * height))
            stream.append(Data(repeating: 128, count: width * height / 2))
        }
        // The stream is shorter than what a pipe holds.
        try pipe.fileHandleForWriting.write(contentsOf: stream)
        try pipe.fileHandleForWriting.close()
        return pipe.fileHandleForReading
    }

    @Test("a session's frames are filtered into buffers of the adaptor's pool, saved, and read back")
    func filterAndSave() async throws {
        try await withFolder { folder in
            let lumas: [UInt8] = [16, 71, 126, 181, 235]
            let url = URL(fileURLWithPath: folder + "/movie.mkv")
            let recorder = try MovieRecorder(url)
            let session = AVCaptureSession()
            session.addInput(CaptureStreamInput(try Self.camera(lumas), format: .yuv4MPEG2))
            let output = AVCaptureVideoDataOutput()
            output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
            output.alwaysDiscardsLateVideoFrames = false
            output.setSampleBufferDelegate(recorder, queue: DispatchQueue(label: "camera"))
            session.addOutput(output)
            session.startRunning()
            for _ in lumas { await waitOffPool(for: recorder.received) }
            session.stopRunning()
            recorder.assetWriterInput.markAsFinished()
            await recorder.assetWriter.finishWriting()
            #expect(
                recorder.assetWriter.status == .completed, "\(String(describing: recorder.assetWriter.error))")

            let saved = try frames(of: AVURLAsset(url: url), nil)
            try #require(saved.count == lumas.count)
            for (frame, luma) in zip(saved, lumas) {
                // The session's RGB is sRGB, and the camera's curve that of BT.709. Codes are inverted as they are.
                let value = (Double(luma) - 16) / 219
                let light = value < 0.081 ? value / 4.5 : pow((value + 0.099) / 1.099, 1 / 0.45)
                let code = UInt8(((1 - SRGBFormula.encoded(light)) * 255).rounded())
                #expect(frame.pixels.codes.allSatisfy { $0.isNear(SIMD4(code, code, code, 255), 2) }, "\(luma)")
            }
            // The first frame begins the session. The others come at the camera's rate, or later on a busy machine.
            let times = try VideoTool.probe(url.path, "frame", "v:0", "pts_time").compactMap(Double.init)
            #expect(times.first == 0 && times.count == lumas.count)
            // Matroska's times are milliseconds.
            for (first, second) in zip(times, times.dropFirst()) { #expect(second - first > 0.0185) }
        }
    }
}
