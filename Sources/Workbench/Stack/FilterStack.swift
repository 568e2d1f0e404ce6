import CoreImage

/// A list of filters, each applied to the result of the one before.
package struct FilterStack: Sendable, Hashable, Codable {
    /// The filters, the first one first.
    package private(set) var layers: [StackLayer] = []
    private var nextID = 1

    /// Creates an empty stack.
    package init() {}

    /// Makes a change.
    ///
    /// - Throws: `WorkbenchRefusal` if there is no such filter or input, or the stack would become too long; then
    ///   nothing changes. `CIFilterControlError` if a value doesn't fit its control.
    package mutating func apply(_ edit: StackEdit, limits: WorkbenchLimits) throws {
        switch edit {
        case .add(let filter, let place):
            try checkCount(limits)
            guard CIFilter(name: filter) != nil else {
                throw WorkbenchRefusal("There is no filter \(filter). Choose one of the list.")
            }
            layers.insert(StackLayer(id: takeID(), filter: filter), at: clamped(place ?? layers.count))
        case .remove(let layer): layers.remove(at: try index(layer))
        case .move(let layer, let place):
            let moved = layers.remove(at: try index(layer))
            layers.insert(moved, at: clamped(place))
        case .duplicate(let layer):
            try checkCount(limits)
            let index = try index(layer)
            var copy = layers[index]
            copy.id = takeID()
            layers.insert(copy, at: index + 1)
        case .enable(let layer, let isEnabled): layers[try index(layer)].isEnabled = isEnabled
        case .set(let layer, let key, let value):
            let index = try index(layer)
            let control = try control(key, ofFilter: layers[index].filter)
            if let value { _ = try control.inputValue(of: value) }
            layers[index].values[key] = value
        case .choose(let layer, let key, let picture):
            let index = try index(layer)
            guard try control(key, ofFilter: layers[index].filter).kind == .picture else {
                throw WorkbenchRefusal("\(key) isn't a picture.")
            }
            layers[index].pictures[key] = picture
        case .reset(let layer):
            let index = try index(layer)
            (layers[index].values, layers[index].pictures) = ([:], [:])
        case .clear: layers = []
        case .restore(let kept):
            var next = self
            next.layers = []
            for layer in kept { try next.restore(layer, limits: limits) }
            self = next
        }
    }

    /// Adds a filter with its values, each of which is checked as if it was set alone.
    private mutating func restore(_ kept: StackLayer, limits: WorkbenchLimits) throws {
        let id = nextID
        try apply(.add(filter: kept.filter, at: nil), limits: limits)
        for (key, value) in kept.values { try apply(.set(layer: id, key: key, value), limits: limits) }
        for (key, picture) in kept.pictures {
            try apply(.choose(layer: id, key: key, picture: picture), limits: limits)
        }
        try apply(.enable(layer: id, kept.isEnabled), limits: limits)
    }

    /// Sets the times of the last filter to the middle, where a transition shows both of its images.
    mutating func showMiddle() {
        guard let last = layers.indices.last else { return }
        for control in CIFilter(name: layers[last].filter).map(LayerControls.of) ?? [] where control.unit == .time {
            layers[last].values[control.key] = .number(0.5)
        }
    }

    private func index(_ layer: Int) throws(WorkbenchRefusal) -> Int {
        guard let index = layers.firstIndex(where: { $0.id == layer }) else {
            throw WorkbenchRefusal("The filter isn't in the stack any more.")
        }
        return index
    }

    private func control(_ key: String, ofFilter name: String) throws(WorkbenchRefusal) -> CIFilterControl {
        guard let control = CIFilter(name: name).flatMap({ LayerControls.of($0).first { $0.key == key } }) else {
            throw WorkbenchRefusal("\(name) has no input \(key).")
        }
        return control
    }

    private func checkCount(_ limits: WorkbenchLimits) throws(WorkbenchRefusal) {
        guard layers.count < limits.layers else {
            throw WorkbenchRefusal("The stack has \(limits.layers) filters, which is the most. Remove one first.")
        }
    }

    private func clamped(_ place: Int) -> Int { min(max(place, 0), layers.count) }

    private mutating func takeID() -> Int {
        defer { nextID += 1 }
        return nextID
    }
}
