import CoreImage
import Foundation
import Mutators

/// A chain of filters that produces the same pixels in every rendering.
struct InnocentChain: Sendable {
    let filters: [String]

    func image(of picture: CIImage) throws -> CIImage {
        try filters.reduce(picture) { image, name in
            let filter = try CIFilter.named(name)
            filter.setValue(image, forKey: kCIInputImageKey)
            guard let result = filter.outputImage else { throw SoakFailure("\(name) has no image") }
            return result
        }
    }

    /// Built-in filters of every kind: pointwise, warps, neighbourhoods and reductions.
    private static let builtIn = [
        "CIExposureAdjust", "CISepiaTone", "CIHueAdjust", "CIColorControls", "CIColorInvert", "CIGammaAdjust",
        "CIPhotoEffectNoir",
        "CIVignette", "CIColorPosterize", "CITwirlDistortion", "CIBumpDistortion", "CIPixellate", "CICrystallize",
        "CIGaussianBlur", "CIBoxBlur",
        "CIMedianFilter", "CIMorphologyMaximum", "CIUnsharpMask", "CIBokehBlur", "CIEdges", "CIDotScreen",
        "CIAreaAverage", "CIAffineClamp",
        "CIBloom", "CIMotionBlur",
    ]

    /// Every filter alone, including those of the innocent units, and random chains of two and three.
    static let all: [InnocentChain] = {
        var random = SplitMix(seed: 4)
        let names = builtIn + InnocentUnits.filters
        return names.map { InnocentChain(filters: [$0]) }
            + (0..<24).map { index in InnocentChain(filters: (0..<(2 + index % 2)).map { _ in random.element(names) }) }
    }()
}
