/// Makes filters for names that were registered with it.
public protocol CIFilterConstructor {
    /// A new filter, or nil when the name isn't one of this constructor's.
    func filter(withName name: String) -> CIFilter?
}
