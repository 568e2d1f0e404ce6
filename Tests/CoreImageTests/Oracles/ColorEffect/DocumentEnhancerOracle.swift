import CoreImage
import Foundation
import Testing

extension FilterOracle {
    /// A page that a warm lamp lights from one side: the paper becomes even and white, ink stays dark and gets darker
    /// with a larger amount, and an amount of 0 changes nothing.
    static let documentEnhancer = FilterOracle("CIDocumentEnhancer", .properties) {
        func isInk(_ x: Int, _ y: Int) -> Bool { x % 9 < 4 && y % 12 < 9 }
        let page = PixelGrid(x: -10, y: 20, width: 120, height: 96) { x, y in
            let lamp = 0.25 + 0.5 * Float(x + 10) / 119
            let reflected = isInk(x + 10, y - 20) ? Float(0.1) : 0.9
            return SIMD4(lamp * reflected, lamp * 0.9 * reflected, lamp * 0.7 * reflected, 1)
        }
        func enhanced(_ amount: Double) throws -> (paper: [PlainColor], ink: [PlainColor]) {
            let image = page.image.applyingFilter("CIDocumentEnhancer", parameters: ["inputAmount": amount])
            #expect(image.extent == page.bounds)
            let result = try PixelGrid(rendering: image, in: page.bounds)
            var (paper, ink): ([PlainColor], [PlainColor]) = ([], [])
            for y in 20..<116 {
                for x in -10..<110 {
                    #expect(result[x, y].w == 1)
                    if isInk(x + 10, y - 20) {
                        ink.append(PlainColor(result[x, y]))
                    } else {
                        paper.append(PlainColor(result[x, y]))
                    }
                }
            }
            return (paper, ink)
        }
        let (paper, ink) = try enhanced(1)
        func least(_ color: PlainColor) -> Double { min(color.red, color.green, color.blue) }
        func most(_ color: PlainColor) -> Double { max(color.red, color.green, color.blue) }
        // The page was three times as bright on the right, and its blue 70 % of its red.
        let darkestPaper = try #require(paper.map(least).min())
        let strongestTint = try #require(paper.map { most($0) - least($0) }.max())
        #expect(darkestPaper > 0.85)
        #expect(strongestTint < 0.05)
        #expect(paper.map(most).max().map { $0 <= 1 + 1e-5 } == true)
        // Ink reflects a ninth of the paper's light, and 92 % of the paper's light becomes white. Ink must not darken
        // the estimate of the paper.
        #expect(ink.map(most).max().map { $0 < 0.14 } == true)
        let strong = try enhanced(3)
        #expect(strong.ink.map(most).max().map { $0 < 0.02 } == true)
        let half = try enhanced(0.5)
        for (index, color) in half.paper.enumerated() where index % 97 == 0 {
            #expect(color.red < paper[index].red && color.red > 0.2, "half way between the photograph and the page")
        }
        try expectColors("CIDocumentEnhancer", ["inputAmount": 0], tolerance: 0) { $0 }
    }
}
