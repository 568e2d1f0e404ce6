/// What Swift code of image units is compiled against. The plugin `InterfaceHash` generates the hash from CoreImage's
/// sources.
package enum ImageUnitInterface {
    /// The hash that units are stamped with, and that a host compares with its own.
    package static var hash: String { coreImageInterfaceHash }
}
