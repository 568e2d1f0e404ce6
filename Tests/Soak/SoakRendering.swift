import CoreImage
import Foundation
import Mutators

/// A violation of the library's guarantees.
struct SoakFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Renderings as a host starts them; some are cancelled.
enum SoakRendering {
    /// The time in seconds after which a rendering is cancelled. Jobs of this size need less, even though other jobs
    /// use the processors too.
    private static let deadline = 3.0

    /// Returns the pixels of a region: RGBA floats in the working space.
    static func pixels(
        of image: CIImage, in region: CGRect, with context: CIContext, cancelling delay: TimeInterval? = nil
    ) throws -> [Float] {
        let (width, height) = (Int(region.width), Int(region.height))
        var pixels = [Float](repeating: -1, count: width * height * 4)
        try pixels.withUnsafeMutableBytes { memory in
            guard let base = memory.baseAddress else { return }
            let destination = CIRenderDestination(
                bitmapData: base, width: width, height: height, bytesPerRow: width * 16, format: .RGBAf)
            destination.colorSpace = nil
            let task = try context.startTask(toRender: image, from: region, to: destination, at: .zero)
            if let delay { DispatchQueue.global().asyncAfter(deadline: .now() + delay) { task.cancel() } }
            _ = try task.waitUntilCompleted()
        }
        return pixels
    }

    /// Renders an untrusted image. One in ten renderings is cancelled at a random time, the others at a deadline.
    static func attempt(_ image: CIImage, _ scene: SoakScene, _ random: inout SplitMix) throws {
        let delay = random.once(in: 10) ? Double(random.below(20)) / 1000 : deadline
        _ = try pixels(of: image, in: SoakScene.region, with: scene.context(&random), cancelling: delay)
    }
}
