import CoreImage
import Foundation
import Glibc

extension Behaviour {
    private static func reading(_ image: CIImage, _ region: @escaping CIKernelROICallback) -> CIImage? {
        try? CIKernel(
            compiling:
                "kernel vec4 shifted(sampler s) { return sample(s, samplerTransform(s, destCoord() + vec2(1.5))); }"
        ).applying(extent: image.extent, roiCallback: region, arguments: [image])
    }

    /// Region functions, which are called when the host renders, long after `outputImage` was read.
    static let regions = [
        Behaviour("RegionCrash") { image in
            reading(image) { _, rect in
                UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
                return rect
            }
        },
        Behaviour("RegionHang") { image in
            reading(image) { _, rect in
                while true { sleep(1000) }
                return rect
            }
        },
        Behaviour("RegionNaN") { image in
            reading(image) { _, _ in CGRect(x: Double.nan, y: 0, width: Double.nan, height: -1) }
        },
        Behaviour("RegionEverything") { image in
            reading(image) { _, _ in
                CGRect(
                    x: -1e300, y: -1e300, width: Double.greatestFiniteMagnitude, height: Double.greatestFiniteMagnitude)
            }
        },
    ]
}
