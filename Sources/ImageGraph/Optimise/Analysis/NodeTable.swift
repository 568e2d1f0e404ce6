import Foundation
import KernelLanguage
import Pixels

/// A table that finds nodes by their computation.
///
/// Rules run on one thread. The lock is needed because their context may be passed to other threads.
final class NodeTable: @unchecked Sendable {
    private let lock = NSLock()
    private var nodes: [NodeKey: ImageNode] = [:]

    func removeAll() { lock.withLock { nodes.removeAll() } }

    /// Returns the first node in the table with the same computation as `node`, adding `node` if there is none; nil if
    /// the node can't be compared.
    func first(like node: ImageNode) -> ImageNode? {
        guard let key = NodeKey(node) else { return nil }
        return lock.withLock {
            if let found = nodes[key] { return found }
            nodes[key] = node
            return node
        }
    }
}

/// Identifies a node's computation, given the identities of its inputs.
struct NodeKey: Hashable {
    private enum Operation: Hashable {
        case source(Name, colorManaged: Bool)
        case rawSource(Name)
        case constant(GraphColor)
        case crop([CGFloat])
        case clamp([CGFloat])
        case transform(CGAffineTransform, Interpolation)
        case premultiply
        case unpremultiply
        case convert(CGColorSpace?, CGColorSpace?)
        case kernel(KernelKey)
        case native(ObjectIdentifier, AnyHashable)
    }

    private let operation: Operation
    private let inputs: [Name]
    private let extent: [CGFloat]

    /// The identity of an input or a source.
    enum Name: Hashable {
        /// The object, as long as it is alive.
        case object(ObjectIdentifier)
        /// A number that the key's creator has given to it.
        case number(Int)

        init(_ object: AnyObject) { self = .object(ObjectIdentifier(object)) }
    }

    /// Returns nil for a node whose computation can't be compared. The key is valid as long as the node's inputs are
    /// alive.
    init?(_ node: ImageNode) {
        self.init(node, inputs: node.operation.inputs.map { Name($0) }) { Name($0) }
    }

    /// Returns nil for a node whose computation can't be compared.
    ///
    /// - Parameters:
    ///   - inputs: The identities of the node's inputs.
    ///   - name: Returns the identity of a source.
    init?(_ node: ImageNode, inputs: [Name], source name: (any PixelSource) -> Name) {
        switch node.operation {
        case .source(let source, let colorManaged): operation = .source(name(source), colorManaged: colorManaged)
        case .rawSource(let source): operation = .rawSource(name(source))
        case .constant(let color): operation = .constant(color)
        case .crop(_, let rect): operation = .crop(rect.edges)
        case .clamp(_, let rect): operation = .clamp(rect.edges)
        case .transform(_, let transform, let interpolation): operation = .transform(transform, interpolation)
        case .premultiply: operation = .premultiply
        case .unpremultiply: operation = .unpremultiply
        case .convert(_, let from, let to): operation = .convert(from, to)
        case .native(let computation):
            guard let identity = computation.identity else { return nil }
            operation = .native(ObjectIdentifier(type(of: computation)), identity)
        case .kernel(let application):
            guard let key = KernelKey(application) else { return nil }
            operation = .kernel(key)
        }
        self.inputs = inputs
        extent = node.extent.edges
    }
}

/// Identifies a kernel application apart from its images' nodes.
private struct KernelKey: Hashable {
    private enum Argument: Hashable {
        case numbers([UInt32])
        case color(GraphColor)
        case image(CGAffineTransform, Interpolation, WrapMode, CGColorSpace?)
    }

    private let program: Program
    private let arguments: [Argument]
    private let region: AnyHashable?

    init?(_ application: KernelApplication) {
        program = application.program
        // A pointwise kernel reads only where it writes, so its region function makes no difference.
        let isPointwise = application.program.isPointwise
        guard isPointwise || application.regionIdentity != nil else { return nil }
        region = isPointwise ? nil : application.regionIdentity
        arguments = application.arguments.map { argument in
            switch argument {
            case .numbers(let numbers): .numbers(numbers.map(\.bitPattern))
            case .color(let color): .color(color)
            case .image(let image): .image(image.transform, image.interpolation, image.wrap, image.colorSpace)
            }
        }
    }

    static func == (a: KernelKey, b: KernelKey) -> Bool {
        a.arguments == b.arguments && a.region == b.region && a.program.computesSame(as: b.program)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(program.name)
        hasher.combine(program.registers.count)
        hasher.combine(arguments)
        hasher.combine(region)
    }
}

extension Program {
    /// Whether both programs compute the same from the same arguments, even if their sources differ.
    func computesSame(as other: Program) -> Bool {
        kind == other.kind && requiresSandbox == other.requiresSandbox && outputs == other.outputs
            && parameters.map(\.type) == other.parameters.map(\.type) && registers == other.registers
            && arrays == other.arrays && freeSampling.isEmpty == other.freeSampling.isEmpty
            && prologue == other.prologue && body == other.body
    }
}

extension CGRect {
    /// The edges as a hashable value.
    var edges: [CGFloat] { isNull ? [] : [minX, minY, maxX, maxY] }
}
