import Pixels

/// The sources of a recipe that are only read in order to be made smaller, with these uses.
struct ScaledSourceUses {
    /// The uses of one source.
    struct Uses {
        let source: any ReducibleSource
        var all: [ScaledSource]
    }

    /// The uses by source, in the order of the recipe's nodes.
    let sources: [Uses]

    /// Finds the sources of a recipe. A source of which one use isn't a resampling is left out, so that it is the same
    /// picture wherever it is visible.
    ///
    /// - Parameter nodes: The recipe's nodes, inputs first.
    init(in nodes: [ImageNode]) {
        var found: [ObjectIdentifier: Uses] = [:]
        var order: [ObjectIdentifier] = []
        // The nodes below the resamplings, with those nodes that may read them.
        var owners: [ObjectIdentifier: ObjectIdentifier] = [:]
        var readers: [ObjectIdentifier: Set<ObjectIdentifier>] = [:]
        // Readers first: a resampling that another one continues is a part of that.
        for node in nodes.reversed() where owners[ObjectIdentifier(node)] == nil {
            guard let use = ScaledSource(node) else { continue }
            let key = ObjectIdentifier(use.source)
            if found[key] == nil { order.append(key) }
            found[key, default: Uses(source: use.source, all: [])].all.append(use)
            var reader = node
            for step in use.nodes {
                owners[ObjectIdentifier(step)] = key
                readers[ObjectIdentifier(step), default: []].insert(ObjectIdentifier(reader))
                reader = step
            }
        }
        func remove(_ node: ImageNode) {
            if let key = owners[ObjectIdentifier(node)] { found[key] = nil }
        }
        for node in nodes {
            for input in node.operation.inputs
            where readers[ObjectIdentifier(input)]?.contains(ObjectIdentifier(node)) == false {
                remove(input)
            }
            switch node.operation {
            case .source(let source, _), .rawSource(let source):
                if owners[ObjectIdentifier(node)] == nil { found[ObjectIdentifier(source)] = nil }
            default: break
            }
        }
        if let root = nodes.last { remove(root) }
        sources = order.compactMap { found[$0] }
    }
}
