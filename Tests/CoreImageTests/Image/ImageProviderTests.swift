import CoreImage
import Foundation
import Synchronization
import Testing

/// A provider that writes x + 10·y (counted from the top left) into R8 pixels and records the requests.
private final class CountingProvider: CIImageProvider {
    struct Request: Equatable {
        var x, y, width, height: Int
        var info: String?
    }
    let requests = Mutex<[Request]>([])

    func provideImageData(
        _ data: UnsafeMutableRawPointer, bytesPerRow rowbytes: Int, origin x: Int, _ y: Int, size width: Int,
        _ height: Int,
        userInfo info: Any?
    ) {
        requests.withLock { $0.append(Request(x: x, y: y, width: width, height: height, info: info as? String)) }
        for row in 0..<height {
            for column in 0..<width {
                data.storeBytes(
                    of: UInt8((x + column + 10 * (y + row)) & 255), toByteOffset: row * rowbytes + column,
                    as: UInt8.self)
            }
        }
    }
}

@Suite("Image providers")
struct ImageProviderTests {
    private func check(_ image: CIImage, _ rect: CGRect, height: Int) throws {
        let pixels = try RenderedPixels(image, rect)
        for y in Int(rect.minY)..<Int(rect.maxY) {
            for x in Int(rect.minX)..<Int(rect.maxX) {
                #expect((pixels[x, y].x * 255).rounded() == Float((x + 10 * (height - 1 - y)) & 255))
            }
        }
    }

    @Test("Only the needed region is asked for, and nothing before rendering")
    func region() throws {
        let provider = CountingProvider()
        let image = CIImage(
            imageProvider: provider, size: 1000, 2000, format: .R8, colorSpace: nil,
            options: [.providerUserInfo: "info"])
        #expect(image.extent == CGRect(x: 0, y: 0, width: 1000, height: 2000))
        let part = image.cropped(to: CGRect(x: 5, y: 7, width: 6, height: 4)).transformed(
            by: CGAffineTransform(translationX: 1, y: 1)
        ).transformed(by: CGAffineTransform(translationX: -1, y: -1))
        #expect(provider.requests.withLock { $0.isEmpty })
        try check(part, CGRect(x: 5, y: 7, width: 6, height: 4), height: 2000)
        let asked = provider.requests.withLock { $0 }
        #expect(!asked.isEmpty)
        for request in asked {
            #expect(request.info == "info")
            #expect(request.x >= 5 && request.x + request.width <= 11)
            #expect(request.y >= 1989 && request.y + request.height <= 1993)
        }
    }

    @Test("Tiles are aligned to the top left, and each is asked for once")
    func tiles() throws {
        let provider = CountingProvider()
        let image = CIImage(
            imageProvider: provider, size: 10, 7, format: .R8, colorSpace: nil,
            options: [.providerTileSize: CIVector(x: 4, y: 3)])
        try check(image, image.extent, height: 7)
        try check(image, CGRect(x: 3, y: 2, width: 3, height: 3), height: 7)
        let asked = provider.requests.withLock { $0.sorted { ($0.y, $0.x) < ($1.y, $1.x) } }
        let expected = [(0, 3), (3, 3), (6, 1)].flatMap { y, height in
            [(0, 4), (4, 4), (8, 2)].map { x, width in
                CountingProvider.Request(x: x, y: y, width: width, height: height, info: nil)
            }
        }
        #expect(asked == expected)
    }

    @Test("Rendering an invalid provider or size throws")
    func malformed() {
        let box = CGRect(x: 0, y: 0, width: 1, height: 1)
        let text = CIImage(imageProvider: "text", size: 1, 1, format: .R8, colorSpace: nil)
        let empty = CIImage(imageProvider: CountingProvider(), size: 0, 1, format: .R8, colorSpace: nil)
        let tile = CIImage(
            imageProvider: CountingProvider(), size: 1, 1, format: .R8, colorSpace: nil, options: [.providerTileSize: 0]
        )
        for image in [text, tile] {
            #expect(throws: CIError.self) { try CIContext().renderedCGImage(image, from: box) }
        }
        #expect(throws: BitmapError.self) { try CIContext().renderedCGImage(empty, from: box) }
    }
}
