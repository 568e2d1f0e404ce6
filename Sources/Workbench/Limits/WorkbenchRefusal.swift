/// The reason why the workbench doesn't do what a page asks for.
package struct WorkbenchRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, and the remedy.
    package let description: String

    /// Creates a reason.
    package init(_ description: String) { self.description = description }
}
