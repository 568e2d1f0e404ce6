import CoreImageVideo
import Foundation
import Testing

/// The pixels of a buffer of 32BGRA, bottom row first, as Core Image counts rows.
struct FramePixels: Equatable, Sendable, CustomTestStringConvertible {
    let width: Int
    let height: Int
    /// Red, green, blue and alpha.
    let codes: [SIMD4<UInt8>]

    /// Copies the pixels.
    init(_ buffer: CVPixelBuffer) {
        precondition(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_32BGRA)
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        let (base, bytesPerRow) = (CVPixelBufferGetBaseAddress(buffer)!, CVPixelBufferGetBytesPerRow(buffer))
        codes = (0..<width * height).map { index in
            let row = base + (height - 1 - index / width) * bytesPerRow
            let code = row.load(fromByteOffset: index % width * 4, as: SIMD4<UInt8>.self)
            return SIMD4(code.z, code.y, code.x, code.w)
        }
        (self.width, self.height) = (width, height)
    }

    var testDescription: String { "\(width) × \(height) pixels" }

    subscript(x: Int, y: Int) -> SIMD4<UInt8> { codes[y * width + x] }

    /// The mean of red, green and blue in linear light, from 0 to 1.
    var meanLight: Double {
        let sum = codes.reduce(SIMD3<Double>.zero) { $0 + $1.light }
        return (sum.x + sum.y + sum.z) / Double(3 * codes.count)
    }
}

extension SIMD4<UInt8> {
    /// Red, green and blue in linear light, by the formula of sRGB.
    var light: SIMD3<Double> { SIMD3(Self.light[Int(x)], Self.light[Int(y)], Self.light[Int(z)]) }

    private static let light = (0...255).map { code in
        let value = Double(code) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    /// Whether red, green and blue differ by at most `tolerance` codes.
    func isNear(_ other: SIMD4<UInt8>, _ tolerance: Int = 1) -> Bool {
        (0..<3).allSatisfy { abs(Int(self[$0]) - Int(other[$0])) <= tolerance }
    }
}

/// Returns the correlation of two series, from −1 to 1.
func correlation(_ a: [Double], _ b: [Double]) -> Double {
    let (meanA, meanB) = (a.reduce(0, +) / Double(a.count), b.reduce(0, +) / Double(b.count))
    var (product, squareA, squareB) = (0.0, 0.0, 0.0)
    for (a, b) in zip(a, b) {
        product += (a - meanA) * (b - meanB)
        squareA += (a - meanA) * (a - meanA)
        squareB += (b - meanB) * (b - meanB)
    }
    return product / (squareA * squareB).squareRoot()
}

/// Reads all frames that a composition makes of an asset, as 32BGRA.
func frames(of asset: AVAsset, _ composition: AVVideoComposition?) throws -> [(time: CMTime, pixels: FramePixels)] {
    let reader = try AVAssetReader(asset: asset)
    let settings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
    let tracks = asset.tracks(withMediaType: .video)
    let output: AVAssetReaderOutput
    if let composition {
        let filtered = AVAssetReaderVideoCompositionOutput(videoTracks: tracks, videoSettings: settings)
        filtered.videoComposition = composition
        output = filtered
    } else {
        output = AVAssetReaderTrackOutput(track: tracks[0], outputSettings: settings)
    }
    reader.add(output)
    #expect(reader.startReading())
    var frames: [(CMTime, FramePixels)] = []
    while let sample = output.copyNextSampleBuffer() {
        guard let buffer = CMSampleBufferGetImageBuffer(sample) else { continue }
        frames.append((CMSampleBufferGetPresentationTimeStamp(sample), FramePixels(buffer)))
    }
    #expect(reader.status == .completed, "\(String(describing: reader.error))")
    return frames
}
