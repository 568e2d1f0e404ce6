import CoreImage
import Foundation
import Pixels

extension PaintScript {
    /// Paints all strokes.
    ///
    /// - Parameter picture: A picture that is painted on, or nil.
    /// - Returns: The painting, and the number of dabs.
    package func painting(size: CGSize, over picture: CIImage?) throws -> (image: CIImage, dabCount: Int) {
        let area = CGRect(origin: .zero, size: size)
        let plain = CIImage(color: canvas?.color ?? .white).cropped(to: area)
        let paint = try MicroPaint(canvas: area, showing: picture.map { $0.composited(over: plain) } ?? plain)
        var count = 0
        for stroke in strokes {
            try WorkMeter.check()
            let color = stroke.color?.color ?? .black
            try stroke.forEachDab { place in
                try WorkMeter.check()
                try paint.dab(at: place, radius: stroke.radius, color: color)
                count += 1
            }
        }
        return (paint.picture, count)
    }
}
