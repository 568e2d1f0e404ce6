import CoreImage
import Foundation
import Testing

/// The pixels of a picture, 8 bits in sRGB, from the upper left.
struct DecodedPicture {
    let width: Int
    let height: Int
    let bytes: [UInt8]

    init(_ path: String) throws { try self.init(CIImage(loading: URL(fileURLWithPath: path))) }

    init(_ data: Data) throws { try self.init(CIImage(decoding: data)) }

    private init(_ image: CIImage) throws {
        let (width, height) = (Int(image.extent.width), Int(image.extent.height))
        (self.width, self.height) = (width, height)
        var pixels = [UInt8](repeating: 0, count: 4 * width * height)
        try pixels.withUnsafeMutableBytes { buffer in
            try CIContext().renderBitmap(
                image, to: try #require(buffer.baseAddress), rowBytes: 4 * width, bounds: image.extent, format: .RGBA8,
                colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
        }
        self.bytes = pixels
    }

    func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(bytes[(y * width + x) * 4..<(y * width + x) * 4 + 4]) }
}
