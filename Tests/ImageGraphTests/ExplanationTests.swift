import Foundation
import Interpreter
import Pixels
import Testing

@testable import ImageGraph

@Suite("Explanations") struct ExplanationTests {
    private func explanation(of node: ImageNode, visible: CGRect? = nil) throws -> GraphExplanation {
        let context = OptimisationContext(
            workingColorSpace: Recipe.linear, visible: visible ?? node.extent, output: .RGBA8,
            backend: InterpreterBackend())
        return try GraphExplanation(of: node, in: context) { _ in
            [
                GraphExplanation.Pass(
                    steps: ["source", "kernel <b>"], isStored: false, region: .finite(x: 0, y: 0, width: 2, height: 2),
                    tileWidth: 2, tileHeight: 1, tiles: 2, bytes: 16, format: "RGBA8")
            ]
        }
    }

    private func recipe() throws -> ImageNode {
        let source = try Recipe.source(100, 80, alpha: .opaque)
        return try Recipe.kernel(Recipe.invert, [Recipe.kernel(Recipe.invert, [source])])
            .cropped(to: CGRect(x: 10, y: 20, width: 30, height: 5))
    }

    @Test("the graph as built and as computed, with extents, regions, spaces, alpha and formats") func nodes() throws {
        let result = try explanation(of: recipe())
        let pushed = try #require(result.steps.first { $0.title == "push crops to the sources" && $0.changes > 0 })
            .graph
        #expect(result.before.nodes.map(\.operation) == ["crop", "kernel invert", "kernel invert", "source"])
        #expect(pushed.nodes.map(\.operation) == ["kernel invert", "kernel invert", "crop", "source"])
        // One pass remains, which reads only the visible region of the source.
        #expect(result.after.nodes.count == 2 && result.after.nodes.last?.operation == "source")
        let part = ExplainedRect.finite(x: 10, y: 20, width: 30, height: 5)
        #expect(pushed.nodes.map(\.region) == [part, part, part, part])
        #expect(pushed.nodes.last?.extent == .finite(x: 0, y: 0, width: 100, height: 80))
        #expect(pushed.nodes.map(\.alpha) == [.opaque, .opaque, .opaque, .opaque])
        #expect(pushed.nodes.map(\.format) == ["RGBA8", "RGBAf", "RGBAf", "RGBAf"])
        #expect(pushed.nodes.map(\.colorSpace) == Array(repeating: "ExtendedLinearSRGB", count: 4))
        #expect(pushed.nodes.first?.inputs == [GraphSnapshot.Edge(node: 2, label: "s")])
    }

    @Test("stored pixels and conversions are named by their space") func spaces() throws {
        let bitmap = try BitmapSource(
            data: Data(count: 64), bytesPerRow: 16, width: 4, height: 4, format: .BGRA8, colorSpace: Recipe.sRGB,
            alphaState: .unpremultiplied)
        let stored = ImageNode(.rawSource(bitmap), extent: CGRect(x: 0, y: 0, width: 4, height: 4))
        let context = OptimisationContext(
            workingColorSpace: Recipe.linear, visible: stored.extent, backend: InterpreterBackend())
        let snapshot = try GraphSnapshot(of: stored.converted(from: nil, to: Recipe.displayP3), in: context)
        #expect(snapshot.nodes.map(\.colorSpace) == ["DisplayP3", "SRGB"])
        #expect(snapshot.nodes.map(\.alpha) == [.premultiplied, .unpremultiplied])
        #expect(snapshot.nodes.map(\.format) == ["RGBAf", "BGRA8"])
    }

    @Test("JSON has stable keys and reads back") func json() throws {
        let result = try explanation(of: recipe())
        let text = try result.json
        let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(
            Set(object.keys) == ["visible", "workingColorSpace", "backend", "steps", "optimisationSeconds", "passes"])
        let step = try #require((object["steps"] as? [[String: Any]])?.last)
        #expect(Set(step.keys) == ["title", "law", "exactness", "changes", "seconds", "graph"])
        let node = try #require(((step["graph"] as? [String: Any])?["nodes"] as? [[String: Any]])?.first)
        #expect(
            Set(node.keys) == [
                "id", "operation", "parameters", "extent", "region", "colorSpace", "alpha", "format", "inputs",
            ])
        let read = try JSONDecoder().decode(GraphExplanation.self, from: Data(text.utf8))
        #expect(read.after == result.after && read.passes == result.passes)
        for rect in [ExplainedRect.infinite, .empty, .finite(x: -1.5, y: 2, width: 3, height: 4)] {
            #expect(try JSONDecoder().decode(ExplainedRect.self, from: JSONEncoder().encode(rect)) == rect)
        }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(ExplainedRect.self, from: Data("[1,2]".utf8)) }
    }

    @Test("text, dot and HTML show rules and passes, and names stay inside their quotes") func texts() throws {
        let result = try explanation(of: recipe())
        let text = result.description
        #expect(text.contains("#1 crop [10 20 30 5]") && text.hasPrefix("[10 20 30 5] in ExtendedLinearSRGB"))
        #expect(text.contains("Push crops to the sources: "))
        #expect(text.contains("1 pass, optimised in"))
        #expect(text.contains("into the picture [0 0 2 2] as RGBA8, 16 bytes, 2 tiles of 2 × 1"))
        #expect(result.dot.contains("built3 -> built2 [label=\"s\"]") && result.dot.contains("cluster_computed"))
        #expect(result.dot.hasPrefix("digraph recipe {") && result.dot.hasSuffix("}\n"))
        #expect(result.html.contains("kernel &lt;b&gt;") && !result.html.contains("<b>source"))
        #expect(!result.html.contains("http"))
        #expect(!result.html.contains("<th>By</th>"))
        var onDevice = result
        onDevice.passes[0].processor = "Vulkan on <a card>"
        #expect(onDevice.html.contains("<th>By</th>") && onDevice.html.contains("<td>Vulkan on &lt;a card&gt;</td>"))
    }

    @Test("a node that is read twice is shown once") func shared() throws {
        let image = try Recipe.kernel(Recipe.invert, [Recipe.source()])
        let node = try Recipe.kernel(
            Recipe.over, [image, image.transformed(by: CGAffineTransform(translationX: 1, y: 0))])
        let text = try explanation(of: node).before.description
        #expect(text.split(separator: "\n").count == 5)
        #expect(text.contains("f: #2 kernel invert"))
        #expect(text.hasSuffix("#2, see above"))
    }

    @Test("very long recipes are cut off") func long() throws {
        var image = try Recipe.source()
        for _ in 0..<GraphSnapshot.nodeLimit + 5 { image = image.premultiplied() }
        let context = OptimisationContext(
            workingColorSpace: nil, visible: image.extent, backend: InterpreterBackend())
        let snapshot = try GraphSnapshot(of: image, in: context)
        #expect(snapshot.nodes.count == GraphSnapshot.nodeLimit && snapshot.omittedNodes == 6)
        #expect(snapshot.description.hasSuffix("… and 6 more"))
    }
}
