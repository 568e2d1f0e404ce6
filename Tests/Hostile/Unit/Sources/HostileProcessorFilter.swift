import CoreImage
import Foundation
import Glibc

/// A filter whose pixels are computed by a misbehaving processor.
final class HostileProcessorFilter: CIFilter {
    @CIInput var inputImage: CIImage?
    private let processor: CIImageProcessorKernel.Type

    init(_ processor: CIImageProcessorKernel.Type) {
        self.processor = processor
        super.init()
    }

    required init?(coder: NSCoder) { nil }

    override var outputImage: CIImage? {
        inputImage.flatMap { try? processor.apply(withExtent: $0.extent, inputs: [$0], arguments: nil) }
    }
}

/// Crashes while it computes pixels.
final class CrashingProcessor: CIImageProcessorKernel {
    override class func process(
        with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
    ) throws {
        UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
    }
}

/// Never returns.
final class HangingProcessor: CIImageProcessorKernel {
    override class func process(
        with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
    ) throws {
        while true { sleep(1000) }
    }
}

/// Writes far beyond its output pixels.
final class OverrunningProcessor: CIImageProcessorKernel {
    override class func process(
        with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
    ) throws {
        memset(output.baseAddress, 0x41, 1 << 30)
    }
}

/// Reads a pixel far above its region of interest.
final class OverreadingProcessor: CIImageProcessorKernel {
    override class func process(
        with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
    ) throws {
        guard let input = inputs?.first else { return }
        let pixel = input.baseAddress - 3000 * input.bytesPerRow
        output.baseAddress.copyMemory(from: pixel, byteCount: 16)
    }
}

/// Starts thousands of threads for each rectangle, and computes the right pixels.
final class ThreadStartingProcessor: CIImageProcessorKernel {
    override class func process(
        with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
    ) throws {
        _ = Behaviour.attacks.first { $0.name == "StartThreads" }?.act(CIImage.empty())
        try InnocentProcessor.process(with: inputs, arguments: arguments, output: output)
    }
}

/// Throws an error instead of computing pixels.
final class RefusingProcessor: CIImageProcessorKernel {
    struct Reason: Error, CustomStringConvertible { let description = "the processor doesn't feel like it" }

    override class func process(
        with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
    ) throws {
        throw Reason()
    }
}

/// Crashes when its region of interest is requested.
final class RegionCrashingProcessor: CIImageProcessorKernel {
    override class func roi(forInput input: Int32, arguments: [String: Any]?, outputRect: CGRect) -> CGRect {
        UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
        return outputRect
    }
}

/// Inverts colours, as it should.
final class InnocentProcessor: CIImageProcessorKernel {
    override class func process(
        with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
    ) throws {
        guard let input = inputs?.first else { return }
        for row in 0..<Int(output.region.height) {
            let from = input.baseAddress + row * input.bytesPerRow
            let to = output.baseAddress + row * output.bytesPerRow
            for column in 0..<Int(output.region.width) {
                var pixel = from.load(fromByteOffset: 16 * column, as: SIMD4<Float>.self)
                pixel = SIMD4(SIMD4(repeating: pixel.w) - pixel, w: pixel.w)
                to.storeBytes(of: pixel, toByteOffset: 16 * column, as: SIMD4<Float>.self)
            }
        }
    }
}

extension SIMD4<Float> {
    fileprivate init(_ color: SIMD4<Float>, w: Float) { self.init(color.x, color.y, color.z, w) }
}
