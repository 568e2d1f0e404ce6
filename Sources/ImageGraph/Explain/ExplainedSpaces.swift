import Pixels

/// The colour space of every node of a recipe.
struct ExplainedSpaces {
    /// What the numbers of a node's pixels mean.
    enum Space: Hashable {
        /// Colours in the working space.
        case working
        /// Colours in another space.
        case other(CGColorSpace)
        /// Numbers without a space.
        case unmanaged
    }

    private var spaces: [ObjectIdentifier: Space] = [:]
    /// The spaces that conversions state for what they read.
    private var stated: [ObjectIdentifier: CGColorSpace] = [:]

    /// Finds the spaces of a recipe.
    init(of root: ImageNode) {
        let nodes = root.nodesInputsFirst
        for case .convert(let image, let from?, _) in nodes.map(\.operation) { stated[ObjectIdentifier(image)] = from }
        for node in nodes { spaces[ObjectIdentifier(node)] = space(of: node) }
    }

    subscript(node: ImageNode) -> Space { spaces[ObjectIdentifier(node)] ?? .working }

    /// Returns the name of a node's space.
    func name(_ node: ImageNode, working: CGColorSpace?) -> String {
        switch self[node] {
        case .working: working.map(GraphSnapshot.name(of:)) ?? "unmanaged"
        case .other(let space): GraphSnapshot.name(of: space)
        case .unmanaged: "unmanaged"
        }
    }

    private func space(of node: ImageNode) -> Space {
        if let space = stated[ObjectIdentifier(node)] { return .other(space) }
        switch node.operation {
        case .source(_, let colorManaged): return colorManaged ? .working : .unmanaged
        case .rawSource(let source): return source.colorSpace.map(Space.other) ?? .unmanaged
        case .convert(_, _, let to): return to.map(Space.other) ?? .working
        case .constant: return .working
        case .kernel(let application):
            guard let colors = application.resultColors else { return .working }
            return colors.space.map(Space.other) ?? .unmanaged
        case .crop(let image, _), .clamp(let image, _), .transform(let image, _, _), .premultiply(let image),
            .unpremultiply(let image):
            return self[image]
        case .native(let computation): return computation.inputs.first.map { self[$0] } ?? .working
        }
    }
}
