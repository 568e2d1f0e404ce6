import CoreImageEssentials
import Foundation

/// The outputs of reductions besides `outputImage`.
///
/// `outputImageMPS` and `outputImageNonMPS`, two ways to compute the same image on other systems, are the output image
/// here. `outputData` is for histograms: the values of the output image in the working space, red, green, blue and
/// alpha of each pixel from the left, as 32-bit floats in the machine's byte order. Reading it renders the image in a
/// context with default options. If that fails, it is nil and the reason is logged.
enum ReductionOutput {
    static let dataKey = "outputData"
    static let mpsKey = "outputImageMPS"
    static let nonMPSKey = "outputImageNonMPS"

    /// Returns the output of `filter` for a key, or nil if the filter doesn't have it or it can't be computed.
    static func value(forKey key: String, of filter: CIFilter) -> Any? {
        guard filter.outputKeys.contains(key), filter.inputError == nil, let image = filter.outputImage else {
            return nil
        }
        return key == dataKey ? data(of: image) : image
    }

    private static func data(of image: CIImage) -> Data? {
        let extent = image.extent
        guard !extent.isEmpty, !extent.isInfinite else { return extent.isEmpty ? Data() : nil }
        let rowBytes = Int(extent.width) * MemoryLayout<SIMD4<Float>>.stride
        var data = Data(count: rowBytes * Int(extent.height))
        do {
            try data.withUnsafeMutableBytes { bytes in
                guard let start = bytes.baseAddress else { return }
                try CIContext().renderBitmap(
                    image, to: start, rowBytes: rowBytes, bounds: extent, format: .RGBAf, colorSpace: nil)
            }
        } catch {
            logError(error)
            return nil
        }
        return data
    }
}
