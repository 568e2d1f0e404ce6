import Pixels

/// The name of the colour space of every node of a recipe.
struct ExplainedSpaces {
    private var names: [ObjectIdentifier: String] = [:]
    private let working: String

    init(of root: ImageNode, working space: CGColorSpace?) {
        working = space.map { GraphSnapshot.name(of: $0) } ?? "unmanaged"
        for node in root.nodesInputsFirst { names[ObjectIdentifier(node)] = name(of: node) }
    }

    subscript(node: ImageNode) -> String { names[ObjectIdentifier(node)] ?? working }

    private func name(of node: ImageNode) -> String {
        switch node.operation {
        case .source(_, let colorManaged): colorManaged ? working : "unmanaged"
        case .rawSource(let source): source.colorSpace.map(GraphSnapshot.name(of:)) ?? "unmanaged"
        case .convert(_, _, let to): to.map(GraphSnapshot.name(of:)) ?? working
        case .constant: working
        case .kernel(let application):
            application.resultColors.map { $0.space.map(GraphSnapshot.name(of:)) ?? "unmanaged" } ?? working
        case .crop(let image, _), .clamp(let image, _), .transform(let image, _, _), .premultiply(let image),
            .unpremultiply(let image):
            self[image]
        case .native(let computation): computation.inputs.first.map { self[$0] } ?? working
        }
    }
}
