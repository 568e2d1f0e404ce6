import CoreImage
import Foundation
import Testing

/// Follows the steps of pages with commands and files, and checks their results.
@Suite("The pages with steps")
struct GettingStartedTests {
    /// The articles, with the number of their commands and files.
    static let articles = [
        "GettingStartedForClients": 10, "GettingStartedForHosts": 6, "GettingStartedForFilterCreators": 9,
        "GettingStartedForOperators": 17, "Installing": 3, "WritingAFilter": 4, "ColorAlphaAndCoordinates": 3,
        "ErrorsAndLogging": 3, "RunningTheWorker": 13,
    ]

    /// The page whose pictures are compared afterwards.
    private static let filterCreators = "GettingStartedForFilterCreators"

    private func follow(_ article: String, in command: CommandProcess) throws {
        let tutorial = try Tutorial.article(article)
        try #require(tutorial.steps.count == Self.articles[article])
        try tutorial.follow(in: command)
    }

    @Test(
        "Every command succeeds and prints what the page shows",
        arguments: articles.keys.sorted().filter { $0 != filterCreators })
    func steps(article: String) throws { try follow(article, in: try CommandProcess()) }

    @Test(
        "Every command for filter creators succeeds; the unit made of a kernel renders the same picture as the class that uses the kernel"
    )
    func sameVignette() throws {
        let command = try CommandProcess()
        try follow(Self.filterCreators, in: command)
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
