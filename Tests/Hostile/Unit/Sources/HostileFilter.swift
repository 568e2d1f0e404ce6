import CoreImage
import Foundation

/// A filter whose `outputImage` misbehaves.
final class HostileFilter: CIFilter {
    @CIInput var inputImage: CIImage?
    private let behaviour: Behaviour

    init(_ behaviour: Behaviour) {
        self.behaviour = behaviour
        super.init()
    }

    required init?(coder: NSCoder) { nil }

    override var outputImage: CIImage? { inputImage.flatMap { behaviour.act($0) } }
}

/// A kind of misbehaviour.
struct Behaviour: @unchecked Sendable {
    let name: String
    let act: (CIImage) -> CIImage?

    init(_ name: String, _ act: @escaping (CIImage) -> CIImage?) { (self.name, self.act) = (name, act) }

    static let all = crashes + hangs + hoards + intrusions + attacks + parallel + recipes + regions
}
