import CoreImageEssentials
import Foundation
import ImageGraph

/// An image smoothed or enlarged along the edges of a guide, which may be larger: the guided image filter.
///
/// In every square window of `2r + 1` pixels of the image p, the line `a · L + b` through p over the guide's luma L is
/// fitted: `a = cov(L, p) / (var(L) + ε)`, `b = mean(p) − a · mean(L)`. The averages of a and b over the windows around
/// a pixel are enlarged bilinearly to the guide's size, if that differs. The result is `a · L + b` with the guide's
/// full-size luma; alpha is clamped to 0…1. For the fit the guide is averaged to the image's size. The images are
/// mapped from extent to extent, and edge pixels are repeated outwards. Luma is the luminance
/// `0.2126 R + 0.7152 G + 0.0722 B` of premultiplied linear colour; each of the image's premultiplied components is
/// fitted separately. Fits are computed in double precision.
///
/// The extent is the guide's. The radius is rounded and clamped to 0…64; ε is at least 10⁻¹². Numbers that aren't
/// finite count as the defaults. Infinite images are errors thrown when the result is rendered; an empty one gives an
/// empty image. Source: He, Sun and Tang, Guided Image Filtering, 2010, with a grey guide; He and Sun, Fast Guided
/// Filter, 2015, for guides of another size. Whether Core Image's guide is grey isn't published.
class GuidedFilter: CIFilter {
    override class var registration: CIFilterRegistration {
        .init(
            "CIGuidedFilter", categories: [.geometryAdjustment, .highDynamicRange, .video], kind: .general,
            summary: "Smooths or enlarges an image along the edges of a guide.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(name: "A larger image to use as a guide.") var guideImage: CIImage?
    @CIInput(default: 1, slider: 1...10, nonFinite: 1) var radius: Float
    @CIInput(default: 0.0001, slider: 1e-09...0.1, nonFinite: 1e-4) var epsilon: Float

    private static let luma = CIColorKernel(
        """
        kernel vec4 luma(__sample s) { return vec4(dot(s.rgb, vec3(0.2126, 0.7152, 0.0722))); }
        """)

    private static let line = CIColorKernel(
        """
        kernel vec4 line(__sample guide, __sample slope, __sample intercept) {
            vec4 result = slope * dot(guide.rgb, vec3(0.2126, 0.7152, 0.0722)) + intercept;
            return vec4(result.rgb, clamp(result.a, 0.0, 1.0));
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage, let guideImage else { return nil }
        let problem = GuidedUpsampling.problem(
            guide: guideImage, key: "inputGuideImage", small: inputImage, smallKey: kCIInputImageKey, filter: name)
        if let problem { return .failed(problem) }
        let map = GuidedUpsampling(guide: guideImage, small: inputImage)
        guard map.hasPixels else { return .empty() }
        let radius = Int(min(max(self.radius, 0), 64).rounded())
        let lines = inputImage.node.regression(
            on: Self.luma.apply(to: map.reducedGuide).node, radius: radius,
            epsilon: Double(max(epsilon, 1e-12)))
        let enlarged = [lines.slope, lines.intercept].map { CIImage(node: $0).transformed(by: map.toSmall.inverted()) }
        return Self.line.apply(to: guideImage, enlarged[0], enlarged[1])
            .settingProperties(inputImage.properties)
    }
}

extension GuidedFilter: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("image=companions/mask.png radius=3 epsilon=0.001") }
}
