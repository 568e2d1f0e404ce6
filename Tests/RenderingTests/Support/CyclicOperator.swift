import Foundation
import ImageGraph
import Pixels
import Synchronization

/// An operator whose input can be set later, so that recipes can contain a cycle.
final class CyclicOperator: NativeOperator {
    let name = "loop"
    let input = Mutex<ImageNode?>(nil)
    var inputs: [ImageNode] { input.withLock { $0.map { [$0] } ?? [] } }
    func replacingInputs(by images: [ImageNode]) -> any NativeOperator { self }
    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect { output }
    func render(inputs: [Raster], region: PixelRect, into output: Raster) { output.fill(region, with: .zero) }
}
