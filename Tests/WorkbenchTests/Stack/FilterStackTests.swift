import CoreImage
import Testing
import Workbench
import _Testing_CoreImage

@Suite("Stacks of filters")
struct FilterStackTests {
    private let limits = WorkbenchLimits()

    private func stack(_ edits: StackEdit...) throws -> FilterStack {
        var stack = FilterStack()
        for edit in edits { try stack.apply(edit, limits: limits) }
        return stack
    }

    @Test("filters are added, moved, copied and removed, and keep their numbers")
    func order() throws {
        var stack = try stack(
            .add(filter: "CIBloom", at: nil), .add(filter: "CISepiaTone", at: nil), .add(filter: "CIVignette", at: 0))
        #expect(stack.layers.map(\.id) == [3, 1, 2])
        try stack.apply(.move(layer: 3, to: 2), limits: limits)
        #expect(stack.layers.map(\.filter) == ["CIBloom", "CISepiaTone", "CIVignette"])
        try stack.apply(.set(layer: 1, key: "inputRadius", .number(3)), limits: limits)
        try stack.apply(.duplicate(layer: 1), limits: limits)
        #expect(stack.layers.map(\.id) == [1, 4, 2, 3])
        #expect(stack.layers[1].values == ["inputRadius": .number(3)])
        try stack.apply(.remove(layer: 2), limits: limits)
        #expect(stack.layers.map(\.id) == [1, 4, 3])
    }

    @Test("what isn't there, or doesn't fit, changes nothing")
    func refusals() throws {
        var stack = try stack(.add(filter: "CIBloom", at: nil))
        let before = stack
        for edit: StackEdit in [
            .add(filter: "CINothing", at: nil), .remove(layer: 2), .move(layer: 0, to: 0), .enable(layer: 9, true),
            .set(layer: 1, key: "inputNothing", .number(1)), .set(layer: 1, key: "inputRadius", .text("wide")),
            .set(layer: 1, key: "inputRadius", .number(.infinity)), .choose(layer: 1, key: "inputRadius", picture: "x"),
        ] {
            #expect(throws: (any Error).self) { try stack.apply(edit, limits: limits) }
            #expect(stack == before)
        }
    }

    @Test("a stack has at most as many filters as allowed")
    func count() throws {
        var few = limits
        few.layers = 2
        var stack = FilterStack()
        for _ in 0..<2 { try stack.apply(.add(filter: "CIBloom", at: nil), limits: few) }
        #expect(throws: WorkbenchRefusal.self) { try stack.apply(.duplicate(layer: 1), limits: few) }
        #expect(throws: WorkbenchRefusal.self) { try stack.apply(.add(filter: "CIBloom", at: nil), limits: few) }
    }

    @Test("a gesture is one step of undo, and another change is another")
    func undo() throws {
        var history = StackHistory()
        try history.apply(.add(filter: "CIBloom", at: nil), gesture: nil, limits: limits)
        for radius in 1...5 {
            try history.apply(
                .set(layer: 1, key: "inputRadius", .number(Double(radius))), gesture: 7, limits: limits)
        }
        try history.apply(.set(layer: 1, key: "inputRadius", .number(9)), gesture: 8, limits: limits)
        func radius() -> CIFilterControlValue? { history.stack.layers.first?.values["inputRadius"] }
        history.undo()
        #expect(radius() == .number(5))
        history.undo()
        #expect(radius() == nil)
        history.redo()
        #expect(radius() == .number(5))
        history.undo()
        history.undo()
        #expect(history.stack.layers.isEmpty && !history.canUndo && history.canRedo)
        history.undo()
        try history.apply(.add(filter: "CISepiaTone", at: nil), gesture: nil, limits: limits)
        #expect(!history.canRedo)
    }

    @Test("the oldest steps are forgotten")
    func longHistory() throws {
        var few = limits
        few.history = 3
        var history = StackHistory()
        try history.apply(.add(filter: "CIBloom", at: nil), gesture: nil, limits: few)
        for radius in 1...9 {
            try history.apply(.set(layer: 1, key: "inputRadius", .number(Double(radius))), gesture: nil, limits: few)
        }
        while history.canUndo { history.undo() }
        #expect(history.stack.layers.first?.values["inputRadius"] == .number(6))
    }

    @Test("a stack that was kept comes back in one step, whole or not at all")
    func restoring() throws {
        let kept = [
            StackLayer(id: 9, filter: "CIBloom", values: ["inputRadius": .number(3)]),
            StackLayer(id: 2, filter: "CISepiaTone", isEnabled: false),
        ]
        var history = StackHistory()
        try history.apply(.restore(kept), gesture: nil, limits: limits)
        #expect(history.stack.layers.map(\.filter) == ["CIBloom", "CISepiaTone"])
        #expect(history.stack.layers.map(\.values) == [["inputRadius": .number(3)], [:]])
        #expect(history.stack.layers.map(\.isEnabled) == [true, false] && history.earlierCount == 1)
        let wrong = [StackLayer(id: 1, filter: "CIBloom", values: ["inputRadius": .text("wide")])]
        #expect(throws: (any Error).self) { try history.apply(.restore(wrong), gesture: nil, limits: limits) }
        #expect(history.stack.layers.count == 2)
        var few = limits
        few.layers = 1
        #expect(throws: WorkbenchRefusal.self) { try history.apply(.restore(kept), gesture: nil, limits: few) }
        history.undo()
        #expect(history.stack.layers.isEmpty)
    }
}
