/// How a unit's code is compiled.
package enum BuildConfiguration: String, CaseIterable, Sendable {
    /// Unoptimised, for debuggers. The library needs `libswiftSwiftOnoneSupport.so` from the host's Swift runtime.
    case debug
    /// Optimised. Every host of the same version loads it.
    case release

    /// The configuration of the running program, which can load code compiled in the same way.
    package static var ofHost: BuildConfiguration {
        #if DEBUG
            BuildConfiguration.debug
        #else
            BuildConfiguration.release
        #endif
    }

    /// The flags for `swiftc`.
    var swiftFlags: [String] {
        switch self {
        case .debug: ["-Onone", "-g"]
        // Modules compiled for debugging require a library that optimised code doesn't use, and that a host may lack.
        case .release: ["-O", "-Xfrontend", "-disable-autolink-library", "-Xfrontend", "swiftSwiftOnoneSupport"]
        }
    }

    /// The flags for the C compiler.
    var cFlags: [String] {
        switch self {
        case .debug: ["-Og", "-g"]
        case .release: ["-O2"]
        }
    }
}
