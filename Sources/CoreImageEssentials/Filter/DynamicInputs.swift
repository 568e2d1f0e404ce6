/// A filter whose inputs are data, such as those of an image unit's Description.plist, instead of declared properties.
package protocol DynamicInputs: CIFilter {
    /// The keys of the inputs that have no declaration, in the order in which the filter's description lists them.
    var dynamicKeys: [String] { get }

    /// Stores a value; returns whether there is an input with the key. A value of a wrong class is remembered as an
    /// input error.
    func storeDynamic(_ value: Any?, forKey key: String) -> Bool

    /// The value of an input, or of an output, or nil.
    func dynamicValue(forKey key: String) -> Any?
}
