import CoreImage
import Foundation
import Testing

/// Follows the steps of the pages for newcomers, and checks their results.
@Suite("The pages for getting started")
struct GettingStartedTests {
    /// The articles, with the number of their commands and files.
    static let articles = [
        "GettingStartedForClients": 10, "GettingStartedForHosts": 6, "GettingStartedForFilterCreators": 9,
        "GettingStartedForOperators": 17,
    ]

    @Test("Every command succeeds and prints what the page shows", arguments: articles.keys.sorted())
    func steps(article: String) throws {
        let tutorial = try Tutorial.article(article)
        try #require(tutorial.steps.count == Self.articles[article])
        try tutorial.follow(in: try CommandProcess())
    }

    @Test("The unit made of a kernel renders the same picture as the class that uses the kernel")
    func sameVignette() throws {
        let command = try CommandProcess()
        try Tutorial.article("GettingStartedForFilterCreators").follow(in: command)
        let both = try ["vignette.png", "unit.png"].map { name in
            try CIContext().rendered(CIImage(loading: URL(fileURLWithPath: command.path(name))))
        }
        // The class has its centre at (320, 240) by default, and a radius of 300, like the arguments of the command.
        #expect(both[0] == both[1])
        let plain = try CIContext().rendered(CIImage(loading: URL(fileURLWithPath: command.path("picture.png"))))
        #expect(both[0] != plain)
    }
}

extension CIContext {
    /// The bytes of an image whose lower left corner is the origin.
    fileprivate func rendered(_ image: CIImage) throws -> [UInt8] {
        let (width, height) = (Int(image.extent.width), Int(image.extent.height))
        var bytes = [UInt8](repeating: 0, count: 4 * width * height)
        try bytes.withUnsafeMutableBytes { buffer in
            try renderBitmap(
                image, to: try #require(buffer.baseAddress), rowBytes: 4 * width, bounds: image.extent, format: .RGBA8,
                colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
        }
        return bytes
    }
}
