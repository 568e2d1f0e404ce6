import Foundation
import Pixels

/// The information that rules may use in addition to a node.
package struct OptimisationContext: Sendable {
    /// Colour space in which images are computed; nil if colours aren't managed.
    package var workingColorSpace: CGColorSpace?
    /// The part of the whole recipe's result that is used.
    package var visible: CGRect
    /// Format of the whole recipe's result.
    package var output: PixelFormat
    /// The back end that runs kernels.
    package var backend: any KernelBackend
    /// Whether regions of interest are checked. An image of which a client's region function wants nothing is then
    /// kept, because its kernel may read it nevertheless.
    package var checksRegions = false
    /// The number of readers of each node; computed again before each rule runs.
    package internal(set) var readers: ReaderCounts
    /// The part of each node that is needed for `visible`; nil for rules that don't depend on it.
    package internal(set) var needs: NeededRegions?
    /// The result node of the whole recipe before the rule runs.
    package internal(set) var root: ObjectIdentifier?
    /// Nodes that the rule has visited, by their computation; empty when a rule begins.
    let visitedNodes: NodeTable

    /// Creates a context for rendering `visible`.
    package init(
        workingColorSpace: CGColorSpace?, visible: CGRect, output: PixelFormat = .RGBAf, backend: any KernelBackend
    ) {
        (self.workingColorSpace, self.visible) = (workingColorSpace, visible)
        (self.output, self.backend) = (output, backend)
        readers = ReaderCounts()
        visitedNodes = NodeTable()
    }
}
