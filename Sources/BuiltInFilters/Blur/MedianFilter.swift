import CoreImageEssentials
import Foundation
import ImageGraph

/// The median of each component over the 3 × 3 pixels around each pixel.
///
/// Pixels are premultiplied and in the linear working space; alpha is treated like the other components. Edge pixels
/// are repeated, so the extent stays and edges don't fade. The filter removes specks and keeps edges. Source: published
/// measurements of Core Image's own filter.
class MedianFilter: CIFilter, CIMedian {
    override class var registration: CIFilterRegistration {
        .init(
            "CIMedianFilter", displayName: "Median", categories: [.blur, .highDynamicRange, .video], kind: .general,
            summary: "Replaces each pixel by the median of its neighbours.", status: .exact)
    }

    @CIInput var inputImage: CIImage?

    override var outputImage: CIImage? {
        inputImage.map { CIImage(node: $0.node.median).settingProperties($0.properties) }
    }
}

/// Inputs of the median filter.
public protocol CIMedian: CIFilterProtocol {
    /// The image to smooth.
    var inputImage: CIImage? { get set }
}

extension CIFilter {
    /// A filter that replaces each pixel by the median of its neighbours.
    public class func median() -> any CIFilter & CIMedian { registered(MedianFilter()) }
}
