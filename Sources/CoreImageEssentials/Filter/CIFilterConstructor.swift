/// An object that creates the filters that are registered with it.
public protocol CIFilterConstructor {
    /// Returns a new filter, or nil if this constructor doesn't create filters of that name.
    func filter(withName name: String) -> CIFilter?
}
