import Foundation
import Pixels
import TestSupport
import Testing

@testable import ImageGraph

@Suite("Other operators, as runs of kernels")
struct OtherKernelTests {
    @Test("coefficients of regressions", arguments: [RegressionCoefficient.Part.slope, .intercept]) func coefficients(
        part: RegressionCoefficient.Part
    ) throws {
        try expectRuns(.equalBits) { RegressionCoefficient(part, of: $0) }
    }

    @Test("samples of an area") func samples() throws {
        for picture in TestPicture.all {
            let bounds = picture.pixels.bounds
            for area in [bounds, bounds.outset(by: 40)] {
                let samples = ClusterSamples(of: picture.node, area: area)
                let all = samples.bounds
                let part = PixelRect(x: all.maxX / 2, y: all.maxY / 3, width: 1, height: all.height - all.maxY / 3)
                for region in [all, part] {
                    try expectRuns(of: samples, on: [picture.pixels], in: region, .equalBits)
                }
            }
        }
    }

    @Test("joint bilateral upsampling", arguments: TestPicture.Content.allCases) func upsampling(
        content: TestPicture.Content
    ) throws {
        let small = PixelRect(x: -2, y: 1, width: 9, height: 7)
        let large = TestPicture(PixelRect(x: -10, y: 0, width: 45, height: 40), content, seed: 5)
        let (image, lumas) = (TestPicture(small, content, seed: 6), TestPicture(small, content, seed: 7))
        for (reach, end) in [(0.4, 0), (1.3, 0.1), (3.0, 0.02), (3.0, 0), (50.0, 0)] as [(Double, Float)] {
            for falloff: Float in [0, 0.3, 200] {
                let upsampling = JointBilateralUpsampling(
                    small: image.node, lumas: lumas.node, guide: large.node,
                    settings: .init(
                        scale: SIMD2(0.21, 0.18), offset: SIMD2(0.1, 0.9), bounds: small, distanceFalloff: 0.4,
                        lumaFalloff: falloff, reach: reach, end: end))
                for region in large.regions {
                    try expectRuns(
                        of: upsampling, on: [image.pixels, lumas.pixels, large.pixels], in: region, .nearlyEqual)
                }
            }
        }
    }
}
