extension UnitScaffold {
    /// The entry point of a unit in Swift.
    var loaderClass: String { loaderClass(for: [name]) }

    /// Returns the entry point of a unit with these classes. Each filter has the name of its class.
    func loaderClass(for classes: [UnitName]) -> String {
        let filters = classes.map { "\"\($0)\": { \($0)() }" }.joined(separator: ", ")
        return """
            import CoreImage

            /// Says that the unit is ready; it has nothing to set up.
            final class \(name)Loader: CIPlugInRegistration {
                func load(_ host: UnsafeMutableRawPointer?) -> Bool { true }
            }

            /// What the host calls first: hands over the filters by the names that Description.plist gives as
            /// `CIFilterClass`.
            @_cdecl("coreimage_unit")
            public func coreImageUnit() -> UnsafeMutableRawPointer {
                CIImageUnit(\(name)Loader(), filters: [\(filters.isEmpty ? ":" : filters)]).retainedPointer
            }

            """
    }
}
