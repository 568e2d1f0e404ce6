import CoreImage
import Foundation
import TestSupport
import Testing

@testable import CoreImageVideo

/// Frames and packets of readers, beside those of ffmpeg.
@Suite("Asset readers", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct AssetReaderTests {
    /// The samples of a buffer without padding, planes one after the other.
    private static func packed(_ buffer: CVPixelBuffer) -> Data {
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        var data = Data()
        let isPlanar = CVPixelBufferIsPlanar(buffer)
        for plane in 0..<max(1, CVPixelBufferGetPlaneCount(buffer)) {
            let rows = isPlanar ? CVPixelBufferGetHeightOfPlane(buffer, plane) : CVPixelBufferGetHeight(buffer)
            let stride =
                isPlanar ? CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) : CVPixelBufferGetBytesPerRow(buffer)
            let start =
                isPlanar ? CVPixelBufferGetBaseAddressOfPlane(buffer, plane) : CVPixelBufferGetBaseAddress(buffer)
            // Pairs of chroma have two bytes for half of the columns.
            let isBiPlanar = CVPixelBufferGetPlaneCount(buffer) == 2
            let columns = isPlanar ? CVPixelBufferGetWidthOfPlane(buffer, plane) : 4 * CVPixelBufferGetWidth(buffer)
            let used = isBiPlanar && plane == 1 ? 2 * columns : columns
            for row in 0..<rows { data.append(Data(bytes: start! + row * stride, count: used)) }
        }
        return data
    }

    private static func clip(_ folder: String) throws -> AVURLAsset {
        let path = folder + "/in.mp4"
        try VideoTool.encode(
            "\(VideoTool.picture(seconds: 1)) -f lavfi -i sine=duration=1 -c:v libx264 -preset veryfast -bf 2 -g 12 "
                + "-pix_fmt yuv420p -c:a aac", to: path)
        return AVURLAsset(url: URL(fileURLWithPath: path))
    }

    @Test(
        "frames have the decoder's codes in the requested format",
        arguments: [
            (nil, "yuv420p"), (kCVPixelFormatType_420YpCbCr8Planar, "yuv420p"),
            (kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, "nv12"),
        ])
    func frames(_ type: OSType?, _ format: String) async throws {
        try await withFolder { folder in
            let asset = try Self.clip(folder)
            let reader = try AVAssetReader(asset: asset)
            let track = try #require(asset.tracks(withMediaType: .video).first)
            let output = AVAssetReaderTrackOutput(
                track: track, outputSettings: type.map { [kCVPixelBufferPixelFormatTypeKey: $0] } ?? [:])
            #expect(reader.canAdd(output))
            reader.add(output)
            #expect(!reader.canAdd(output))
            #expect(reader.startReading())
            var (samples, times) = (Data(), [Double]())
            while let sample = output.copyNextSampleBuffer() {
                times.append(sample.presentationTimeStamp.seconds)
                #expect(sample.duration == CMTime(value: 1, timescale: 25))
                samples += Self.packed(try #require(sample.imageBuffer))
            }
            #expect(reader.status == .completed && reader.error == nil)
            #expect(times == (0..<25).map { Double($0) / 25 })
            let isSame = try samples == VideoTool.samples(of: folder + "/in.mp4", ["-pix_fmt", format])
            #expect(isSame)
        }
    }

    @Test("frames in RGB have the colours of the matrix")
    func rgb() async throws {
        try await withFolder { folder in
            let path = folder + "/in.mkv"
            // Y = 120, Cb = 90, Cr = 170 everywhere, of BT.709.
            try VideoTool.encode(
                "-f lavfi -i color=c=gray:size=32x16:rate=10:duration=0.1,format=yuv420p,geq=120:90:170 -c:v ffv1 "
                    + "-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv", to: path)
            let asset = AVURLAsset(url: URL(fileURLWithPath: path))
            let reader = try AVAssetReader(asset: asset)
            let output = AVAssetReaderTrackOutput(
                track: try #require(asset.tracks.first),
                outputSettings: [
                    kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA, kCVPixelBufferWidthKey: 16,
                    kCVPixelBufferHeightKey: 8,
                ])
            reader.add(output)
            reader.startReading()
            let buffer = try #require(output.copyNextSampleBuffer()?.imageBuffer)
            #expect(CVPixelBufferGetWidth(buffer) == 16)
            let pixel = Self.packed(buffer).prefix(4)
            let (y, cb, cr) = ((120.0 - 16) / 219, (90.0 - 128) / 224, (170.0 - 128) / 224)
            let exact = [y + 1.8556 * cb, y - 0.187324 * cb - 0.468124 * cr, y + 1.5748 * cr, 1]
            for (code, value) in zip(pixel, exact) { #expect(abs(Double(code) - value * 255) <= 1) }
        }
    }

    @Test("packets have the bytes and times of the file")
    func packets() async throws {
        try await withFolder { folder in
            let asset = try Self.clip(folder)
            for (index, track) in asset.tracks.enumerated() {
                let reader = try AVAssetReader(asset: asset)
                let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
                reader.add(output)
                #expect(reader.startReading())
                var found: [(time: Double, size: Int)] = []
                while let sample = output.copyNextSampleBuffer() {
                    let data = try #require(CMSampleBufferGetDataBuffer(sample))
                    #expect(sample.imageBuffer == nil)
                    found.append((sample.presentationTimeStamp.seconds, CMBlockBufferGetDataLength(data)))
                }
                let times = try VideoTool.probe(folder + "/in.mp4", "packet", "\(index)", "pts_time").compactMap(
                    Double.init)
                let sizes = try VideoTool.probe(folder + "/in.mp4", "packet", "\(index)", "size").compactMap(Int.init)
                #expect(found.map(\.size) == sizes)
                #expect(zip(found, times).allSatisfy { abs($0.time - $1) < 1e-5 })
            }
        }
    }

    @Test("what can't be read is an error of the reader, and a cancelled reader ends")
    func failures() async throws {
        try await withFolder { folder in
            let asset = try Self.clip(folder)
            let sound = try #require(asset.tracks(withMediaType: .audio).first)
            let decoding = try AVAssetReader(asset: asset)
            decoding.add(AVAssetReaderTrackOutput(track: sound, outputSettings: [:]))
            #expect(!decoding.startReading())
            #expect(decoding.status == .failed)
            #expect((decoding.error as? AVError)?.code == .decoderNotFound)

            let cancelled = try AVAssetReader(asset: asset)
            let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: [:])
            cancelled.add(output)
            cancelled.startReading()
            #expect(output.copyNextSampleBuffer() != nil)
            cancelled.cancelReading()
            #expect(output.copyNextSampleBuffer() == nil)
            #expect(cancelled.status == .cancelled)

            let empty = try AVAssetReader(asset: asset)
            empty.add(AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: [:]))
            empty.timeRange = CMTimeRange(start: .zero, duration: .zero)
            #expect(!empty.startReading())
            #expect(throws: AVError.self) {
                try AVAssetReader(asset: AVURLAsset(url: URL(fileURLWithPath: folder + "/none.mp4")))
            }
        }
    }

    @Test("a damaged file gives its frames and then an error with a time")
    func damage() async throws {
        try await withFolder { folder in
            _ = try Self.clip(folder)
            let path = folder + "/damaged.mp4"
            var data = try Data(contentsOf: URL(fileURLWithPath: folder + "/in.mp4"))
            let media = try #require(data.range(of: Data("mdat".utf8))).upperBound
            let middle = media + (data.count - media) / 3
            for index in middle..<min(middle + 3000, data.count) { data[index] = 0xFF }
            try data.write(to: URL(fileURLWithPath: path))
            let asset = AVURLAsset(url: URL(fileURLWithPath: path))
            let reader = try AVAssetReader(asset: asset)
            let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: [:])
            reader.add(output)
            reader.startReading()
            while output.copyNextSampleBuffer() != nil {}
            #expect(reader.status == .failed)
            let error = try #require(reader.error as? AVError)
            #expect(error.code == .decodeFailed && error.time != nil && "\(error)".contains("damaged.mp4"))
        }
    }

    @Test("ranges without usable times are read or refused, and sizes that can't be rendered are refused")
    func impossibleNumbers() async throws {
        try await withFolder { folder in
            let asset = try Self.clip(folder)
            let track = try #require(asset.tracks(withMediaType: .video).first)
            for (start, end) in [
                (CMTime(value: 1, timescale: 0, flags: .valid, epoch: 0), CMTime(value: 2, timescale: 1)),
                (.zero, CMTime(value: .max, timescale: 1)),
                (CMTime(value: .max, timescale: 1), CMTime.positiveInfinity),
            ] {
                let reader = try AVAssetReader(asset: asset)
                reader.add(AVAssetReaderTrackOutput(track: track, outputSettings: [:]))
                reader.timeRange = CMTimeRange(start: start, duration: end)
                if reader.startReading() { while reader.outputs[0].copyNextSampleBuffer() != nil {} }
                #expect(reader.status == .completed || reader.status == .failed)
            }
            for side in [0, -1, .nan, .infinity, 1e300] as [CGFloat] {
                let composition = AVMutableVideoComposition(asset: asset) {
                    $0.finish(with: $0.sourceImage, context: nil)
                }
                composition.renderSize = CGSize(width: side, height: 8)
                let reader = try AVAssetReader(asset: asset)
                let output = AVAssetReaderVideoCompositionOutput(videoTracks: [track], videoSettings: nil)
                output.videoComposition = composition
                reader.add(output)
                #expect(!reader.startReading())
                #expect("\(String(describing: reader.error))".contains("render size"))
                let generator = AVAssetImageGenerator(asset: asset)
                generator.videoComposition = composition
                #expect(throws: AVError.self) { try generator.copyCGImage(at: .zero, actualTime: nil) }
            }
        }
    }

    @Test("packets of a range begin with the frame that those after it need")
    func packetsOfRange() async throws {
        try await withFolder { folder in
            let asset = try Self.clip(folder)
            let reader = try AVAssetReader(asset: asset)
            let track = try #require(asset.tracks(withMediaType: .video).first)
            let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
            reader.add(output)
            // Frames 0, 12 and 24 of 25 a second are decodable by themselves.
            reader.timeRange = CMTimeRange(
                start: CMTime(value: 17, timescale: 25), duration: CMTime(value: 1, timescale: 1))
            #expect(reader.startReading())
            var times: [Double] = []
            while let sample = output.copyNextSampleBuffer() { times.append(sample.presentationTimeStamp.seconds) }
            let all = try VideoTool.probe(folder + "/in.mp4", "packet", "v:0", "pts_time").compactMap(Double.init)
            let first = try #require(all.firstIndex { abs($0 - 0.48) < 0.001 })
            #expect(times.count == all.count - first)
            #expect(zip(times, all[first...]).allSatisfy { abs($0 - $1) < 0.001 })
        }
    }

    @Test("a frame that would be repeated too often is an error with the file, the time and a remedy")
    func repetitions() async throws {
        try await withFolder { folder in
            let clip = folder + "/in.mkv"
            // The second of three frames is shown for 30,000 seconds.
            try VideoTool.encode(
                "\(VideoTool.picture("16x16", seconds: 0.3, rate: "10")) -vf settb=1/1000,setpts=1000*N+30000000*gte(N\\,2) "
                    + "-fps_mode passthrough -enc_time_base 1:1000 -c:v ffv1", to: clip)
            let asset = AVURLAsset(url: URL(fileURLWithPath: clip))
            let composition = AVMutableVideoComposition(asset: asset) { $0.finish(with: $0.sourceImage, context: nil) }
            composition.sourceTrackIDForFrameTiming = kCMPersistentTrackID_Invalid
            composition.frameDuration = CMTime(value: 1, timescale: 30)
            let reader = try AVAssetReader(asset: asset)
            let output = AVAssetReaderVideoCompositionOutput(
                videoTracks: asset.tracks(withMediaType: .video), videoSettings: nil)
            output.videoComposition = composition
            reader.add(output)
            #expect(reader.startReading())
            var count = 0
            while output.copyNextSampleBuffer() != nil { count += 1 }
            #expect(count == 30)
            let error = try #require(reader.error as? AVError)
            #expect(reader.status == .failed && error.code == .undecodableMediaData)
            #expect(error.time?.seconds == 1)
            #expect(
                error.description
                    == "\(clip), 1.0 s: this frame is shown so long that it would be repeated more than 500000 times. "
                    + "End the range before it, or choose a lower frame rate.")
        }
    }

    @Test("memory of converted frames is used again")
    func buffers() throws {
        let output = try BufferOutput([kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA])
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, 16, 8, kCVPixelFormatType_420YpCbCr8Planar, nil, &made)
        let source = try #require(made)
        for _ in 0..<20 {
            let buffer = try output.buffer(source)
            #expect(buffer !== source && CVPixelBufferGetWidth(buffer) == 16)
            #expect(output.bufferCounts == .init(inUse: 1, idle: 0))
        }
        #expect(output.bufferCounts == .init(inUse: 0, idle: 1))
        let kept = try (0..<3).map { _ in try output.buffer(source) }
        #expect(output.bufferCounts == .init(inUse: 3, idle: 0))
        // Buffers of another size come from another pool.
        _ = try output.rendering(CIImage(color: .red), width: 4, height: 4, like: source, context: nil)
        #expect(output.bufferCounts == .init(inUse: 0, idle: 1))
        _ = kept
    }

    @Test("frames whose size changes in the middle fill the render size of a composition")
    func changingSize() async throws {
        try await withFolder { folder in
            // The left half is black, the right half white.
            var stream = Data()
            for (index, size) in ["64x48", "32x24", "128x96"].enumerated() {
                let part = folder + "/\(index).mjpeg"
                try VideoTool.encode(
                    "-f lavfi -i color=white:size=\(size):rate=10:duration=0.3 -vf drawbox=w=iw/2:h=ih:color=black:t=fill "
                        + "-c:v mjpeg -q:v 2 -pix_fmt yuvj444p -f mjpeg", to: part)
                stream += try Data(contentsOf: URL(fileURLWithPath: part))
            }
            try stream.write(to: URL(fileURLWithPath: folder + "/all.mjpeg"))
            try VideoTool.encode("-f mjpeg -framerate 10 -i \(folder)/all.mjpeg -c copy", to: folder + "/in.mkv")
            let asset = AVURLAsset(url: URL(fileURLWithPath: folder + "/in.mkv"))
            let extents = Log<CGRect>()
            let composition = AVMutableVideoComposition(asset: asset) {
                extents.add($0.sourceImage.extent)
                $0.finish(with: $0.sourceImage, context: nil)
            }
            let reader = try AVAssetReader(asset: asset)
            let output = AVAssetReaderVideoCompositionOutput(
                videoTracks: asset.tracks(withMediaType: .video),
                videoSettings: [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA])
            output.videoComposition = composition
            reader.add(output)
            #expect(reader.startReading())
            var count = 0
            while let buffer = output.copyNextSampleBuffer()?.imageBuffer {
                #expect(CVPixelBufferGetWidth(buffer) == 64 && CVPixelBufferGetHeight(buffer) == 48)
                let pixels = Self.packed(buffer)
                for (x, y) in [(3, 3), (24, 44), (3, 44), (24, 3)] {
                    #expect(pixels[(y * 64 + x) * 4] < 8, "frame \(count), \(x), \(y)")
                    #expect(pixels[(y * 64 + 63 - x) * 4] > 247, "frame \(count), \(63 - x), \(y)")
                }
                count += 1
            }
            #expect(count == 9 && reader.status == .completed)
            #expect(extents.all.allSatisfy { $0 == CGRect(x: 0, y: 0, width: 64, height: 48) })
        }
    }
}
