/// The interface of a `CIInput` of any value type.
package protocol FilterInput: AnyObject {
    var explicitKey: String? { get }
    var declaration: InputDeclaration { get }
    var keyValue: Any? { get }
    /// The value in the property's own type.
    var current: any CIInputValue { get }
    /// The value if the input is an image.
    var image: CIImage? { get }
    var isFailing: Bool { get set }
    /// Sets the value from key-value coding. Returns false if its class is wrong.
    func set(keyValue: Any) -> Bool
    /// Sets the declared default.
    func reset()
    /// Sets the type's value for "nothing set", if it has one, whatever the default is.
    func clear()
}
