import Foundation

/// What reductions offer besides `outputImage`.
///
/// `outputImageMPS` and `outputImageNonMPS`, two ways to compute the same on other systems, are the output image.
/// `outputData` is for histograms: the numbers of the output image as they are in working space, red, green, blue and
/// alpha of each pixel from the left, as 32-bit floats in the machine's byte order. It is rendered with a context of
/// default options when asked for; where that fails, it is nil, and the log says why.
enum ReductionOutput {
    static let dataKey = "outputData"
    static let acceleratedKey = "outputImageMPS"
    static let plainKey = "outputImageNonMPS"

    /// The output of `filter` with that key, if it has one.
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
            logRefusal(error)
            return nil
        }
        return data
    }
}
