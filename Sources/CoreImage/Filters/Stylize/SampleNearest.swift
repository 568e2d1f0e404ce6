import Foundation

/// An image that is read at the nearest pixel wherever it is sampled between pixels later on: enlarged, its pixels become squares.
///
/// Pixels and extent stay as they are. Source: the filter's own description.
final class SampleNearest: CIFilter {
    override class var registration: CIFilterRegistration {
        .init(
            "CISampleNearest", categories: [.stylize, .highDynamicRange, .video], kind: .other,
            summary: "Makes later steps read the nearest pixel instead of between pixels.")
    }

    @CIInput var inputImage: CIImage?

    override var result: CIImage? { inputImage?.samplingNearest() }
}
