/// How code is compiled.
public enum BuildConfiguration: String, CaseIterable, Sendable {
    /// With checks, for debuggers. The library needs `libswiftSwiftOnoneSupport.so` of its host's Swift runtime.
    case debug
    /// Optimised. Every host of the same version loads it.
    case release

    /// How the running program was compiled: it can load what is compiled in the same way.
    public static var ofHost: BuildConfiguration {
        #if DEBUG
            BuildConfiguration.debug
        #else
            BuildConfiguration.release
        #endif
    }

    /// What `swiftc` is told.
    var swiftFlags: [String] {
        switch self {
        case .debug: ["-Onone", "-g"]
        // Modules that were compiled for debugging ask for a library that optimised code doesn't use, and that a host
        // needn't have.
        case .release: ["-O", "-Xfrontend", "-disable-autolink-library", "-Xfrontend", "swiftSwiftOnoneSupport"]
        }
    }

    /// What a C compiler is told.
    var cFlags: [String] {
        switch self {
        case .debug: ["-Og", "-g"]
        case .release: ["-O2"]
        }
    }
}
