import CoreImage
import Foundation
import Synchronization

/// What a page has painted on its picture, as MicroPaint of the Core Image Programming Guide does: each touch of the
/// brush, a radial gradient, is composited over an accumulator's image and replaces it. Thread-safe, for one caller at
/// a time.
final class PagePainting: Sendable {
    /// The most strokes that can be undone.
    private static let mostStrokes = 50
    /// The most pixels of a picture that can be painted on.
    private static let mostPixels = 25_000_000.0
    /// The most touches that are composited in one rendering.
    private static let touchesAtOnce = 16

    private let accumulator: CIImageAccumulator
    /// The images before the strokes that can be undone.
    private let earlier = Mutex<[CIImage]>([])

    /// Begins to paint on a picture.
    ///
    /// - Throws: `WorkbenchRefusal` if the picture is too large, or the error of rendering it.
    init(on picture: CIImage) throws {
        guard picture.extent.width * picture.extent.height <= Self.mostPixels else {
            throw WorkbenchRefusal("Pictures of more than 25 megapixels can't be painted on. Choose a smaller one.")
        }
        accumulator = try CIImageAccumulator(keeping: picture.extent, format: .RGBAh)
        try accumulator.replace(with: picture, in: picture.extent)
    }

    /// The painted picture.
    var image: CIImage { accumulator.image() }

    /// The number of strokes that can be undone.
    var strokeCount: Int { earlier.withLock { $0.count } }

    /// Paints a part of a stroke.
    func paint(_ brush: PaintBrush) throws {
        if brush.begins {
            let image = image
            earlier.withLock { list in
                list.append(image)
                if list.count > Self.mostStrokes { list.removeFirst() }
            }
        }
        guard case .color(let red, let green, let blue, let alpha) = brush.color else { return }
        let color = CIColor(red: red, green: green, blue: blue, alpha: alpha)
        for start in stride(from: 0, to: brush.points.count, by: Self.touchesAtOnce) {
            let points = brush.points[start..<min(start + Self.touchesAtOnce, brush.points.count)]
            try touch(points, color, brush)
        }
    }

    private func touch(_ points: ArraySlice<CGPoint>, _ color: CIColor, _ brush: PaintBrush) throws {
        var (image, touched) = (accumulator.image(), CGRect.null)
        for point in points {
            let gradient = try CIFilter.named(
                "CIRadialGradient",
                parameters: [
                    "inputColor0": color, "inputColor1": CIColor(red: 0, green: 0, blue: 0, alpha: 0),
                    "inputRadius0": brush.radius * (1 - brush.softness), "inputRadius1": brush.radius,
                    kCIInputCenterKey: CIVector(cgPoint: point),
                ])
            let part = CGRect(x: point.x, y: point.y, width: 0, height: 0)
                .insetBy(dx: -brush.radius - 1, dy: -brush.radius - 1)
            image = try gradient.renderableOutput().cropped(to: part).composited(over: image)
            touched = touched.union(part)
        }
        try accumulator.replace(with: image, in: touched)
    }

    /// Takes the last stroke back.
    func undo() throws {
        guard let image = earlier.withLock({ $0.popLast() }) else { return }
        try accumulator.replace(with: image, in: accumulator.extent)
    }
}
