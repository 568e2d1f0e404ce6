import Foundation
import ImageGraph
import Pixels

@testable import Rendering

/// Memory for planes of luma and chroma, with space between rows. Bytes that nothing has written are 0xa5.
final class PlaneBuffers {
    let coding: YCbCrCoding
    let sampling: ChromaSampling
    let (width, height): (Int, Int)
    /// Luma, and one or two planes of chroma.
    let views: [PixelView]
    private let memory: [UnsafeMutableRawBufferPointer]

    init(
        _ width: Int, _ height: Int, _ coding: YCbCrCoding, _ sampling: ChromaSampling, separateChroma: Bool = false,
        padding: Int = 6
    ) {
        (self.width, self.height, self.coding, self.sampling) = (width, height, coding, sampling)
        let component: PixelFormat.Component = coding.storedMaximum == 255 ? .uint8 : .uint16
        let chroma = sampling.size(forWidth: width, height: height)
        var planes = [(PixelFormat(.r, component), width, height)]
        planes += Array(
            repeating: (PixelFormat(separateChroma ? .r : .rg, component), chroma.width, chroma.height),
            count: separateChroma ? 2 : 1)
        let memory = planes.map { format, width, height in
            let bytes = UnsafeMutableRawBufferPointer.allocate(
                byteCount: (width * format.bytesPerPixel + padding) * height, alignment: 16)
            bytes.initializeMemory(as: UInt8.self, repeating: 0xa5)
            return bytes
        }
        views = zip(planes, memory).map { plane, bytes in
            PixelView(
                topLeft: bytes.baseAddress!, bounds: PixelRect(x: 0, y: 0, width: plane.1, height: plane.2),
                format: plane.0, bytesPerRow: plane.1 * plane.0.bytesPerPixel + padding, keeping: nil)
        }
        self.memory = memory
    }

    deinit { for bytes in memory { bytes.deallocate() } }

    /// All bytes, those between rows included.
    var bytes: [[UInt8]] { memory.map { Array($0) } }

    /// Returns the destination of all planes, or of a part of the picture.
    func destination(part: PixelRect? = nil, _ backend: any KernelBackend) -> PlanarDestination {
        PlanarDestination(
            luma: views[0], chroma: Array(views[1...]), part: part, coding: coding, sampling: sampling,
            backend: backend)
    }

    /// Renders an image of encoded red, green and blue.
    func render(
        _ image: ImageNode, part: PixelRect? = nil, with renderer: Renderer,
        control: RenderingControl = RenderingControl()
    ) throws {
        let destination = destination(part: part, renderer.configuration.backend)
        try renderer.render(try codes(of: image, destination), into: destination, control: control)
    }

    /// Returns the image of codes that a destination stores.
    func codes(of image: ImageNode, _ destination: PlanarDestination) throws -> ImageNode {
        try image.transformed(by: CGAffineTransform(translationX: 0, y: CGFloat(destination.offset)))
            .encodedYCbCr(coding, over: destination.bounds)
    }

    /// The stored integers of a plane, all components of a row from the top down.
    func stored(_ plane: Int) -> [Int] {
        let view = views[plane]
        let (size, count) = (view.format.component.byteCount, view.bounds.width * view.format.layout.channelCount)
        return stride(from: view.bounds.maxY - 1, through: view.bounds.y, by: -1).flatMap { y in
            (0..<count).map { index in
                let place = view.pixel(0, y) + index * size
                return size == 1 ? Int(place.load(as: UInt8.self)) : Int(place.load(as: UInt16.self))
            }
        }
    }

    /// The greatest difference of a code in all planes.
    func greatestDifference(from other: PlaneBuffers) -> Int {
        views.indices.reduce(0) { most, plane in
            zip(stored(plane), other.stored(plane)).reduce(most) { max($0, abs($1.0 - $1.1) / coding.storedUnit) }
        }
    }
}
