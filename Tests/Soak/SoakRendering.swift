import CoreImage
import Foundation
import Mutators

/// A promise that the library broke.
struct SoakFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Renderings as a host starts them, some of which it cancels.
enum SoakRendering {
    /// What no job of this size needs, as other jobs keep the machine busy.
    private static let deadline = 3.0

    /// The pixels of a region: float RGBA of the working space.
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

    /// Renders what nobody vouches for: cancelled at random in one of ten cases, and at a deadline in all.
    static func attempt(_ image: CIImage, _ scene: SoakScene, _ random: inout SplitMix) throws {
        let delay = random.once(in: 10) ? Double(random.below(20)) / 1000 : deadline
        _ = try pixels(of: image, in: SoakScene.region, with: scene.context(&random), cancelling: delay)
    }
}
