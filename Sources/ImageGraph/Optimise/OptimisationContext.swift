import Foundation
import Pixels

/// The information that rules may use in addition to a node.
public struct OptimisationContext: Sendable {
    /// Colour space in which images are computed; nil if colours aren't managed.
    public var workingColorSpace: CGColorSpace?
    /// The part of the whole recipe's result that is used.
    public var visible: CGRect
    /// Format of the whole recipe's result.
    public var output: PixelFormat
    /// The back end that runs kernels.
    public var backend: any KernelBackend
    /// Whether regions of interest are checked. An image of which a client's region function wants nothing is then
    /// kept, because its kernel may read it nevertheless.
    public var checksRegions = false
    /// The number of readers of each node; computed again before each rule runs.
    public internal(set) var readers: ReaderCounts
    /// The part of each node that is needed for `visible`; nil for rules that don't depend on it.
    public internal(set) var needs: NeededRegions?
    /// The result node of the whole recipe before the rule runs.
    public internal(set) var root: ObjectIdentifier?
    /// Nodes that the rule has visited, by their computation; empty when a rule begins.
    let visitedNodes: NodeTable

    /// Creates a context for rendering `visible`.
    public init(
        workingColorSpace: CGColorSpace?, visible: CGRect, output: PixelFormat = .RGBAf, backend: any KernelBackend
    ) {
        (self.workingColorSpace, self.visible) = (workingColorSpace, visible)
        (self.output, self.backend) = (output, backend)
        readers = ReaderCounts()
        visitedNodes = NodeTable()
    }
}
