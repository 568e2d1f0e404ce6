import CoreImage
import Foundation

/// Measures the cost of filtering frames of video: planes of luma and chroma in, the same planes out, with an image
/// made for each frame, as players and converters do.
struct FrameCost {
    /// The chains of filters.
    enum Chain: String, CaseIterable {
        /// No filter.
        case none
        /// The three matrices of workload W1, in linear light.
        case colors
        /// Sepia tone, hue and contrast as filters with these names compute them, in linear light.
        case filters
        /// A Gaussian blur with sigma 10, in linear light.
        case blur
        /// Five filters as a live application stacks them.
        case live

        func image(_ frame: CIImage) -> CIImage {
            switch self {
            case .none: frame
            case .colors: Workload.chain(frame)
            case .filters:
                frame.applyingFilter("CISepiaTone", parameters: [kCIInputIntensityKey: 0.8])
                    .applyingFilter("CIHueAdjust", parameters: [kCIInputAngleKey: 0.5])
                    .applyingFilter("CIColorControls", parameters: [kCIInputContrastKey: 1.1])
            case .blur:
                frame.clampedToExtent().applyingFilter("CIGaussianBlur", parameters: [kCIInputRadiusKey: 10])
                    .cropped(to: frame.extent)
            case .live:
                frame.applyingFilter("CIExposureAdjust", parameters: [kCIInputEVKey: 0.3])
                    .applyingFilter("CIVibrance", parameters: ["inputAmount": 0.4])
                    .applyingFilter("CIBloom", parameters: [kCIInputRadiusKey: 8, kCIInputIntensityKey: 0.4])
                    .applyingFilter("CIVignette", parameters: [kCIInputIntensityKey: 1, kCIInputRadiusKey: 2])
                    .applyingFilter("CISharpenLuminance", parameters: [kCIInputSharpnessKey: 0.5])
                    .cropped(to: frame.extent)
            }
        }
    }

    private let context = CIContext(options: [.cacheIntermediates: false])
    private let (width, height): (Int, Int)

    init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

    /// Returns the median times of a frame in milliseconds, elapsed and of all processors.
    func time(_ chain: Chain, type: OSType, frames: Int) throws -> (elapsed: Double, processor: Double) {
        let sources = try (0..<4).map { try noise(type, seed: UInt64($0)) }
        let targets = try (0..<3).map { try noise(type, seed: UInt64($0)) }
        var times: [(Double, Double)] = []
        for number in 0..<frames + 3 {
            let (start, processor) = (DispatchTime.now().uptimeNanoseconds, clock())
            let frame = CIImage(cvPixelBuffer: sources[number % 4])
            try context.renderPixelBuffer(chain.image(frame), to: targets[number % 3])
            let elapsed = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6
            times.append((elapsed, Double(clock() - processor) * 1000 / Double(CLOCKS_PER_SEC)))
        }
        times.removeFirst(3)
        return (times.map(\.0).sorted()[frames / 2], times.map(\.1).sorted()[frames / 2])
    }

    private func noise(_ type: OSType, seed: UInt64) throws -> CVPixelBuffer {
        var buffer: CVPixelBuffer?
        CVPixelBufferCreate(kCFAllocatorDefault, width, height, type, nil, &buffer)
        guard let buffer else { throw RenderingError.outOfMemory(bytes: width * height * 3 / 2) }
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        for plane in 0..<CVPixelBufferGetPlaneCount(buffer) {
            guard let start = CVPixelBufferGetBaseAddressOfPlane(buffer, plane) else { continue }
            for offset in 0..<CVPixelBufferGetHeightOfPlane(buffer, plane)
                * CVPixelBufferGetBytesPerRowOfPlane(buffer, plane)
            {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                start.storeBytes(of: UInt8(64 + (state >> 57)), toByteOffset: offset, as: UInt8.self)
            }
        }
        return buffer
    }

    /// The times of all chains as lines of JSON.
    ///
    /// - Parameter names: The names of formats and chains; the others are left out. None stands for all.
    func printJSON(_ names: [String] = []) throws {
        for (name, type) in [
            ("420v", kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange),
            ("x420", kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange), ("BGRA", kCVPixelFormatType_32BGRA),
        ] {
            for chain in Chain.allCases
            where names.isEmpty || names.contains(name)
                || names.contains("\(name)/\(chain)")
            {
                let time = try time(chain, type: type, frames: 31)
                print(
                    String(
                        format: #"{"format": "%@", "chain": "%@", "milliseconds": %.2f, "processor": %.2f}"#, name,
                        chain.rawValue, time.elapsed, time.processor))
            }
        }
    }
}
