import Foundation
import ImageGraph
import Rendering

extension CIImage {
    /// Returns an image whose rendering throws an error.
    ///
    /// A filter returns it as its `outputImage` if the values of its inputs can't be used. Rendering the image, or an
    /// image made from it, then throws the reason, where nil would hide it:
    ///
    /// ```swift
    /// override var outputImage: CIImage? {
    ///     guard let inputImage else { return nil }
    ///     if inputImage.extent.isInfinite {
    ///         return .failed(CIFilterError.badValue(filter: name, key: "inputImage", reason: "crop it first"))
    ///     }
    ///     …
    /// }
    /// ```
    ///
    /// A recipe stores the error as text, as does the output of an image unit. Only this library has this method.
    ///
    /// - Parameters:
    ///   - error: The error to throw. Its description should say what is wrong and how to correct it.
    ///   - extent: The extent of the image. Rendering outside of it doesn't throw, so it is infinite by default.
    public class func failed(_ error: any Error, extent: CGRect = .infinite) -> CIImage {
        let failure = CIImage(node: ImageNode.source(FailingSource(error), colorManaged: false).clamped(to: .infinite))
        return extent.isInfinite ? failure : failure.cropped(to: extent)
    }

    /// Creates an image whose rendering throws `error`.
    convenience init(failing error: any Error) { self.init(node: CIImage.failed(error).node) }

    /// The error to throw for rendering all of an infinite image: that of a failed image in its recipe, else
    /// `RenderingError.infiniteRegion`.
    var infiniteRegionError: any Error {
        var seen: Set<ObjectIdentifier> = []
        var waiting = [node]
        while let next = waiting.popLast() {
            guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
            if case .source(let source as FailingSource, _) = next.operation { return source.error }
            waiting += next.operation.inputs
        }
        return RenderingError.infiniteRegion
    }
}
