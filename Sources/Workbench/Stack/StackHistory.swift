import CoreImage

/// A stack with its earlier and later states.
package struct StackHistory: Sendable {
    /// The present state.
    package private(set) var stack = FilterStack()
    private var earlier: [FilterStack] = []
    private var later: [FilterStack] = []
    /// The gesture that made the present state, such as one drag of a slider.
    private var gesture: Int?

    /// Creates the history of an empty stack.
    package init() {}

    /// Whether there is an earlier state.
    package var canUndo: Bool { !earlier.isEmpty }
    /// The number of earlier states.
    package var earlierCount: Int { earlier.count }
    /// Whether there is a later state.
    package var canRedo: Bool { !later.isEmpty }

    /// Makes a change. All changes of one gesture are undone together.
    ///
    /// - Throws: The errors of `FilterStack.apply`.
    package mutating func apply(_ edit: StackEdit, gesture: Int?, limits: WorkbenchLimits) throws {
        var next = stack
        try next.apply(edit, limits: limits)
        guard next != stack else { return }
        if gesture == nil || gesture != self.gesture {
            earlier.append(stack)
            if earlier.count > limits.history { earlier.removeFirst() }
        }
        (stack, later, self.gesture) = (next, [], gesture)
    }

    /// Returns to the state before the last change, if there is one.
    package mutating func undo() {
        guard let state = earlier.popLast() else { return }
        later.append(stack)
        (stack, gesture) = (state, nil)
    }

    /// Makes the change again that was undone last, if there is one.
    package mutating func redo() {
        guard let state = later.popLast() else { return }
        earlier.append(stack)
        (stack, gesture) = (state, nil)
    }
}
