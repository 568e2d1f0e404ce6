import CoreImageEssentials
import Foundation

/// An image that later steps sample at the nearest pixel instead of interpolating, so that enlarged pixels are squares.
///
/// Pixels and extent don't change. Source: the filter's own description.
class SampleNearest: CIFilter {
    override class var registration: CIFilterRegistration {
        .init(
            "CISampleNearest", categories: [.stylize, .highDynamicRange, .video], kind: .other,
            summary: "Makes later steps read the nearest pixel instead of between pixels.", status: .exact)
    }

    @CIInput var inputImage: CIImage?

    override var outputImage: CIImage? { inputImage?.samplingNearest() }
}

extension SampleNearest: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("SampleNearest, AffineTransform transform=10,0,0,10,-1500,-1400") }
}
