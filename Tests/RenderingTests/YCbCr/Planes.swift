import Foundation
import ImageGraph
import Pixels
import TestSupport

@testable import Rendering

/// Planes of luma and chroma for tests: integers of 8 or 16 bits, the top row first.
struct Planes {
    let coding: YCbCrCoding
    let sampling: ChromaSampling
    let (width, height): (Int, Int)
    var luma: [Int]
    var cb: [Int]
    var cr: [Int]

    var chromaWidth: Int { sampling.size(forWidth: width, height: height).width }
    var chromaHeight: Int { sampling.size(forWidth: width, height: height).height }

    init(_ width: Int, _ height: Int, _ coding: YCbCrCoding, _ sampling: ChromaSampling, code: () -> Int) {
        (self.width, self.height, self.coding, self.sampling) = (width, height, coding, sampling)
        luma = (0..<width * height).map { _ in code() }
        (cb, cr) = ([], [])
        let count = chromaWidth * chromaHeight
        cb = (0..<count).map { _ in code() }
        cr = (0..<count).map { _ in code() }
    }

    private var component: PixelFormat.Component { coding.storedMaximum == 255 ? .uint8 : .uint16 }

    private func source(_ planes: [[Int]], _ layout: PixelFormat.Layout, _ width: Int, _ height: Int) throws
        -> any PixelSource
    {
        let format = PixelFormat(layout, component)
        var bytes = Data()
        for index in planes[0].indices {
            for plane in planes {
                let stored = UInt16(plane[index] * coding.storedUnit)
                bytes.append(UInt8(truncatingIfNeeded: stored))
                if component == .uint16 { bytes.append(UInt8(stored >> 8)) }
            }
        }
        return try BitmapSource(
            data: bytes, bytesPerRow: width * format.bytesPerPixel, width: width, height: height, format: format,
            colorSpace: nil)
    }

    /// Returns the image of encoded red, green and blue.
    func image(separateChroma: Bool = false) throws -> ImageNode {
        let (w, h) = (chromaWidth, chromaHeight)
        return try .decoding(
            luma: source([luma], .r, width, height),
            chroma: separateChroma
                ? [source([cb], .r, w, h), source([cr], .r, w, h)] : [source([cb, cr], .rg, w, h)],
            coding: coding, sampling: sampling)
    }

    /// Renders an image of encoded red, green and blue into planes of the same kind.
    func rendering(_ image: ImageNode, with renderer: Renderer, separateChroma: Bool = false) throws -> Planes {
        var result = self
        let size = component.byteCount
        let lumaBytes = UnsafeMutableRawPointer.allocate(byteCount: width * height * size, alignment: 64)
        let chromaCount = chromaWidth * chromaHeight
        let chromaBytes = UnsafeMutableRawPointer.allocate(byteCount: 2 * chromaCount * size, alignment: 64)
        defer {
            lumaBytes.deallocate()
            chromaBytes.deallocate()
        }
        let chromaBounds = PixelRect(x: 0, y: 0, width: chromaWidth, height: chromaHeight)
        func view(_ base: UnsafeMutableRawPointer, _ layout: PixelFormat.Layout) -> PixelView {
            let format = PixelFormat(layout, component)
            return PixelView(
                topLeft: base, bounds: chromaBounds, format: format,
                bytesPerRow: chromaWidth * format.bytesPerPixel, keeping: nil)
        }
        let destination = PlanarDestination(
            luma: PixelView(
                topLeft: lumaBytes, bounds: PixelRect(x: 0, y: 0, width: width, height: height),
                format: PixelFormat(.r, component), bytesPerRow: width * size, keeping: nil),
            chroma: separateChroma
                ? [view(chromaBytes, .r), view(chromaBytes + chromaCount * size, .r)] : [view(chromaBytes, .rg)],
            coding: coding, sampling: sampling, backend: renderer.configuration.backend)
        let moved = image.transformed(by: CGAffineTransform(translationX: 0, y: CGFloat(destination.offset)))
        try renderer.render(moved.encodedYCbCr(coding, over: destination.bounds), into: destination)
        func stored(_ base: UnsafeMutableRawPointer, _ index: Int) -> Int {
            let value =
                size == 1
                ? Int(base.load(fromByteOffset: index, as: UInt8.self))
                : Int(base.load(fromByteOffset: 2 * index, as: UInt16.self))
            return value % coding.storedUnit == 0 ? value / coding.storedUnit : -1
        }
        result.luma = luma.indices.map { stored(lumaBytes, $0) }
        result.cb = cb.indices.map { stored(chromaBytes, separateChroma ? $0 : 2 * $0) }
        result.cr = cr.indices.map { stored(chromaBytes, separateChroma ? chromaCount + $0 : 2 * $0 + 1) }
        return result
    }
}
