import Pixels

extension ImageNode {
    /// Returns the image of an operation of this recipe, to be shown: its colours in the working space and
    /// premultiplied. nil if the recipe has no such operation, or its explanations omit it.
    ///
    /// - Parameter number: The operation's number in a `GraphSnapshot` of this recipe.
    package func picture(ofOperation number: Int) -> ImageNode? {
        let nodes = nodesDepthFirst.prefix(GraphSnapshot.nodeLimit)
        guard (1...max(nodes.count, 1)).contains(number) else { return nil }
        let node = nodes[number - 1]
        let picture = GraphSnapshot.alpha(of: node) == .unpremultiplied ? node.premultiplied() : node
        guard case .other(let space) = ExplainedSpaces(of: self)[node] else { return picture }
        return picture.converted(from: space, to: nil)
    }
}
