import CoreImage

/// A change of a stack.
package enum StackEdit: Sendable, Hashable {
    /// Adds a filter, at the end if no place is given.
    case add(filter: String, at: Int?)
    /// Removes a filter.
    case remove(layer: Int)
    /// Moves a filter to a place among the others.
    case move(layer: Int, to: Int)
    /// Adds a copy behind a filter.
    case duplicate(layer: Int)
    /// Applies a filter or leaves it out.
    case enable(layer: Int, Bool)
    /// Sets an input; nil sets it to its default.
    case set(layer: Int, key: String, CIFilterControlValue?)
    /// Chooses a picture for an image input; nil chooses the one that is open.
    case choose(layer: Int, key: String, picture: String?)
    /// Sets all inputs of a filter to their defaults.
    case reset(layer: Int)
    /// Removes all filters.
    case clear
    /// Replaces all filters, whose numbers don't matter: a stack that the page has kept.
    case restore([StackLayer])
}
