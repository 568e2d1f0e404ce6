import CoreImage
import CoreImageVideo
import Foundation
import TestSupport
import Testing

/// Files of writers, as ffmpeg and ffprobe read them.
@Suite("Asset writers", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct AssetWriterTests {
    /// Makes a grey buffer of BT.709.
    private static func gray(_ code: UInt8, _ width: Int = 64, _ height: Int = 48) throws -> CVPixelBuffer {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, width, height, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, nil, &made)
        let buffer = try #require(made)
        CVPixelBufferLockBaseAddress(buffer, [])
        for plane in 0..<2 {
            let size = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) * CVPixelBufferGetHeightOfPlane(buffer, plane)
            memset(CVPixelBufferGetBaseAddressOfPlane(buffer, plane)!, plane == 0 ? Int32(code) : 128, size)
        }
        CVPixelBufferUnlockBaseAddress(buffer, [])
        for (key, value) in [
            (kCVImageBufferColorPrimariesKey, kCVImageBufferColorPrimaries_ITU_R_709_2),
            (kCVImageBufferTransferFunctionKey, kCVImageBufferTransferFunction_ITU_R_709_2),
            (kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_709_2),
        ] { CVBufferSetAttachment(buffer, key, value, .shouldPropagate) }
        return buffer
    }

    private static func settings(_ codec: AVVideoCodecType, _ width: Int = 64, _ height: Int = 48) -> [String: Any] {
        [AVVideoCodecKey: codec, AVVideoWidthKey: width, AVVideoHeightKey: height]
    }

    @Test("frames of an adaptor keep codes, irregular times, the end of the session, the rotation and notes")
    func adaptor() async throws {
        try await withFolder { folder in
            let url = URL(fileURLWithPath: folder + "/out.mov")
            let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
            let input = AVAssetWriterInput(mediaType: .video, outputSettings: Self.settings(.proRes422HQ))
            input.transform = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 48, ty: 0)
            input.languageCode = "deu"
            let adaptor = AVAssetWriterInputPixelBufferAdaptor(
                assetWriterInput: input,
                sourcePixelBufferAttributes: [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA])
            #expect(adaptor.pixelBufferPool == nil)
            #expect(writer.canAdd(input))
            writer.add(input)
            let title = AVMutableMetadataItem()
            title.identifier = .commonIdentifierTitle
            title.value = NSString(string: "Written")
            writer.metadata = [title]
            #expect(writer.startWriting())
            #expect(adaptor.pixelBufferPool != nil)
            writer.startSession(atSourceTime: CMTime(value: 10, timescale: 1))
            let times = [0, 30, 45, 120]
            for (index, time) in times.enumerated() {
                let shown = CMTime(value: CMTimeValue(6000 + time), timescale: 600)
                #expect(adaptor.append(try Self.gray(UInt8(50 + 40 * index)), withPresentationTime: shown))
            }
            writer.endSession(atSourceTime: CMTime(value: 6150, timescale: 600))
            await writer.finishWriting()
            #expect(writer.status == .completed, "\(String(describing: writer.error))")
            #expect(
                try VideoTool.probe(url.path, "frame", "v:0", "best_effort_timestamp_time").compactMap(Double.init)
                    == times.map { Double($0) / 600 })
            #expect(try VideoTool.probe(url.path, "stream", "v:0", "duration").compactMap(Double.init) == [0.25])
            #expect(
                try VideoTool.probe(url.path, "stream", "v:0", "codec_name,color_space,color_primaries,color_transfer")
                    == ["prores|bt709|bt709|bt709"])
            #expect(try VideoTool.probe(url.path, "stream_side_data", "v:0", "rotation").compactMap(Int.init) == [-90])
            #expect(try VideoTool.probe(url.path, "format_tags", nil, "title") == ["Written"])
            let samples = try VideoTool.samples(of: url.path, ["-pix_fmt", "yuv420p"])
            for index in times.indices {
                #expect(abs(Int(samples[index * 64 * 48 * 3 / 2]) - (50 + 40 * index)) <= 1)
            }
        }
    }

    @Test("frames and sound of a reader keep all codes, times and packets")
    func copying() async throws {
        try await withFolder { folder in
            let clip = folder + "/in.mp4"
            try VideoTool.encode(
                "\(VideoTool.picture(seconds: 1)) -f lavfi -i sine=duration=1 -c:v libx264 -preset veryfast -bf 2 "
                    + "-pix_fmt yuv420p -c:a aac", to: clip)
            let url = URL(fileURLWithPath: folder + "/out.mkv")
            let asset = AVURLAsset(url: URL(fileURLWithPath: clip))
            let reader = try AVAssetReader(asset: asset)
            let writer = try AVAssetWriter(url: url, fileType: .matroska)
            let settings: [[String: Any]?] = [Self.settings(.ffv1, 160, 120), nil]
            let pairs = zip(asset.tracks, settings).map { track, encoding in
                (
                    AVAssetReaderTrackOutput(
                        track: track,
                        outputSettings: encoding.map { _ in
                            [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange]
                        }), AVAssetWriterInput(mediaType: track.mediaType, outputSettings: encoding)
                )
            }
            for (output, input) in pairs {
                reader.add(output)
                writer.add(input)
            }
            #expect(reader.startReading() && writer.startWriting())
            writer.startSession(atSourceTime: .zero)
            await withTaskGroup(of: Void.self) { group in
                for (index, (output, input)) in pairs.enumerated() {
                    group.addTask {
                        await withCheckedContinuation { continuation in
                            input.requestMediaDataWhenReady(on: DispatchQueue(label: "input \(index)")) {
                                while input.isReadyForMoreMediaData {
                                    guard let sample = output.copyNextSampleBuffer() else {
                                        input.markAsFinished()
                                        continuation.resume()
                                        return
                                    }
                                    input.append(sample)
                                }
                            }
                        }
                    }
                }
            }
            await writer.finishWriting()
            #expect(writer.status == .completed, "\(String(describing: writer.error))")
            let isSame = try VideoTool.samples(of: url.path) == VideoTool.samples(of: clip)
            #expect(isSame)
            let times = "best_effort_timestamp_time"
            #expect(
                try VideoTool.probe(url.path, "frame", "v:0", times) == VideoTool.probe(clip, "frame", "v:0", times))
            let hash = ["-show_data_hash", "md5"]
            #expect(
                Set(try VideoTool.probe(clip, "packet", "a:0", "data_hash", hash)).isSuperset(
                    of: try VideoTool.probe(url.path, "packet", "a:0", "data_hash", hash)))
        }
    }

    @Test("RGB becomes luma by the matrix, scaled to the size")
    func rendering() async throws {
        try await withFolder { folder in
            let url = URL(fileURLWithPath: folder + "/out.mp4")
            let writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
            var settings = Self.settings(.h264)
            settings[AVVideoColorPropertiesKey] = [
                AVVideoColorPrimariesKey: AVVideoColorPrimaries_ITU_R_709_2,
                AVVideoTransferFunctionKey: AVVideoTransferFunction_IEC_sRGB,
                AVVideoYCbCrMatrixKey: AVVideoYCbCrMatrix_ITU_R_709_2,
            ]
            settings[AVVideoCompressionPropertiesKey] = [
                AVVideoQualityKey: 0.95, AVVideoProfileLevelKey: AVVideoProfileLevelH264HighAutoLevel,
            ]
            let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
            writer.add(input)
            #expect(writer.startWriting(), "\(String(describing: writer.error))")
            writer.startSession(atSourceTime: .zero)
            var made: CVPixelBuffer?
            CVPixelBufferCreate(nil, 32, 24, kCVPixelFormatType_32BGRA, nil, &made)
            let buffer = try #require(made)
            CIContext().render(
                CIImage(color: CIColor(red: 0.8, green: 0.4, blue: 0.2)), to: buffer)
            let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
            adaptor.append(buffer, withPresentationTime: .zero)
            adaptor.append(buffer, withPresentationTime: CMTime(value: 1, timescale: 25))
            await writer.finishWriting()
            #expect(writer.status == .completed, "\(String(describing: writer.error))")
            let samples = try VideoTool.samples(of: url.path, ["-pix_fmt", "yuv420p"])
            let y = 0.2126 * 0.8 + 0.7152 * 0.4 + 0.0722 * 0.2
            #expect(abs(Double(samples[24 * 64 + 32]) - (16 + 219 * y)) <= 2)
            #expect(abs(Double(samples[64 * 48 + 12 * 32 + 16]) - (128 + 224 * (0.2 - y) / 1.8556)) <= 2)
        }
    }

    @Test("what can't be written is an error that says why, and leaves nothing")
    func failures() async throws {
        try await withFolder { folder in
            let taken = folder + "/taken.mp4"
            try Data("text".utf8).write(to: URL(fileURLWithPath: taken))
            func code(_ path: String, _ type: AVFileType) -> AVError.Code? {
                do {
                    _ = try AVAssetWriter(outputURL: URL(fileURLWithPath: path), fileType: type)
                    return nil
                } catch { return (error as? AVError)?.code }
            }
            #expect(code(taken, .mp4) == .fileAlreadyExists)
            #expect(code(folder + "/a.mov", .mp4) == .invalidOutputURLPathExtension)
            #expect(code(folder + "/a.mp4", AVFileType("unknown")) == .operationNotSupportedForAsset)

            func started(_ settings: [String: Any]) throws -> AVAssetWriter {
                let writer = try AVAssetWriter(outputURL: URL(fileURLWithPath: folder + "/a.mp4"), fileType: .mp4)
                writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: settings))
                writer.startWriting()
                return writer
            }
            var misspelt = Self.settings(.h264)
            misspelt["AVVideoCodec"] = "x"
            #expect("\(String(describing: try started(misspelt).error))".contains("AVVideoCodec isn't known"))
            #expect("\(String(describing: try started([AVVideoCodecKey: "none"]).error))".contains("AVVideoCodecType"))

            let writer = try started(Self.settings(.h264))
            let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: writer.inputs[0])
            #expect(!adaptor.append(try Self.gray(100), withPresentationTime: .zero))
            #expect("\(String(describing: writer.error))".contains("startSession"))

            let backwards = try started(Self.settings(.h264))
            backwards.startSession(atSourceTime: .zero)
            let frames = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: backwards.inputs[0])
            frames.append(try Self.gray(100), withPresentationTime: CMTime(value: 2, timescale: 25))
            frames.append(try Self.gray(100), withPresentationTime: CMTime(value: 1, timescale: 25))
            await backwards.finishWriting()
            #expect(backwards.status == .failed)
            #expect("\(String(describing: backwards.error))".contains("order of their times"))

            let empty = try started(Self.settings(.h264))
            empty.startSession(atSourceTime: .zero)
            await empty.finishWriting()
            #expect(empty.status == .failed)

            let cancelled = try started(Self.settings(.h264))
            cancelled.startSession(atSourceTime: .zero)
            AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: cancelled.inputs[0])
                .append(try Self.gray(100), withPresentationTime: .zero)
            cancelled.cancelWriting()
            #expect(cancelled.status == .cancelled)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["taken.mp4"])
        }
    }

    @Test("an error in one of several samples that wait for other inputs ends the writer, and nothing waits on")
    func earlyError() async throws {
        try await withFolder { folder in
            var writer: AVAssetWriter? = try AVAssetWriter(
                outputURL: URL(fileURLWithPath: folder + "/out.mov"), fileType: .mov)
            var input: AVAssetWriterInput? = AVAssetWriterInput(
                mediaType: .video, outputSettings: Self.settings(.proRes422))
            let sound = AVAssetWriterInput(mediaType: .audio, outputSettings: nil)
            writer?.add(try #require(input))
            writer?.add(sound)
            #expect(writer?.startWriting() == true)
            writer?.startSession(atSourceTime: .zero)
            // The file is opened when the second input is finished. The second frame isn't after the first one.
            for time in [1, 1, 2, 3] {
                let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: try #require(input))
                #expect(
                    adaptor.append(try Self.gray(100), withPresentationTime: CMTime(value: Int64(time), timescale: 1)))
            }
            sound.markAsFinished()
            while writer?.status == .writing { usleep(1000) }
            #expect(writer?.status == .failed)
            await writer?.finishWriting()
            // An input that is released while samples count as waiting would end the process.
            weak let released = input
            (writer, input) = (nil, nil)
            let start = ContinuousClock.now
            while released != nil, ContinuousClock.now - start < .seconds(10) { usleep(1000) }
            #expect(released == nil)
        }
    }

    @Test("numbers that can't be stored, and missing rates, are errors that name them")
    func impossibleSettings() async throws {
        func failure(
            _ type: AVFileType, _ ext: String, rate: Double? = nil, _ change: (AVAssetWriterInput) -> Void = { _ in }
        ) async throws -> String {
            try await withFolder { folder in
                let writer = try AVAssetWriter(
                    outputURL: URL(fileURLWithPath: folder + "/out.\(ext)"), fileType: type)
                var settings = Self.settings(.jpeg)
                if let rate {
                    settings[AVVideoCompressionPropertiesKey] = [AVVideoExpectedSourceFrameRateKey: rate]
                }
                let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
                change(input)
                writer.add(input)
                if writer.startWriting() {
                    writer.startSession(atSourceTime: .zero)
                    for number in 0..<2 {
                        AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input).append(
                            try Self.gray(100), withPresentationTime: CMTime(value: Int64(number), timescale: 10))
                    }
                    await writer.finishWriting()
                }
                return writer.error.map { "\($0)" } ?? ""
            }
        }
        #expect(try await failure(.mov, "mov", rate: 3_000_000).contains("ExpectedFrameRate is 3000000.0"))
        let transform = CGAffineTransform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0)
        #expect(try await failure(.mov, "mov") { $0.transform = transform }.contains("isn't made of finite numbers"))
        #expect(try await failure(.avi, "avi").contains("AVVideoExpectedSourceFrameRateKey"))
        #expect(try await failure(.avi, "avi", rate: 10) == "")
    }
}
