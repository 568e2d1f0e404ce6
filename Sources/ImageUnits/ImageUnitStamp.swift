/// What an executable unit was compiled against; compared with the host before any of its code is loaded.
///
/// Swift modules without library evolution bind layouts at compile time, so a unit built against another `CoreImage` would not fail to
/// load: it would read the wrong memory. The stamp turns that into a refusal. A unit gets it, as the dictionary `CoreImageStamp` of its
/// Info.plist, from the host it is built for.
public struct ImageUnitStamp: Sendable, Hashable, Codable {
    /// Swift version of the compiler, major and minor: `6.3`.
    public var compiler: String
    /// Hash of the interface of the `CoreImage` module and of the modules it re-exports.
    public var interface: String
    /// Processor architecture in Swift's spelling: `x86_64`, `arm64`.
    public var architecture: String

    /// A stamp from its parts.
    public init(compiler: String, interface: String, architecture: String) {
        (self.compiler, self.interface, self.architecture) = (compiler, interface, architecture)
    }

    /// The stamp of this process.
    ///
    /// - Parameter interface: Hash of the interface that this process was built with; `CoreImage` knows it.
    public static func host(interface: String) -> ImageUnitStamp {
        ImageUnitStamp(compiler: hostCompiler, interface: interface, architecture: hostArchitecture)
    }

    /// Architecture this process runs on.
    public static var hostArchitecture: String {
        #if arch(x86_64)
            "x86_64"
        #elseif arch(arm64)
            "arm64"
        #elseif arch(riscv64)
            "riscv64"
        #elseif arch(arm)
            "arm"
        #elseif arch(i386)
            "i386"
        #elseif arch(powerpc64le)
            "powerpc64le"
        #elseif arch(s390x)
            "s390x"
        #else
            "unknown"
        #endif
    }

    /// Swift version that compiled this process, major and minor.
    public static var hostCompiler: String {
        #if compiler(>=7)
            "7 or later"
        #elseif compiler(>=6.9)
            "6.9 or later"
        #elseif compiler(>=6.8)
            "6.8"
        #elseif compiler(>=6.7)
            "6.7"
        #elseif compiler(>=6.6)
            "6.6"
        #elseif compiler(>=6.5)
            "6.5"
        #elseif compiler(>=6.4)
            "6.4"
        #elseif compiler(>=6.3)
            "6.3"
        #elseif compiler(>=6.2)
            "6.2"
        #else
            "6.1"
        #endif
    }

    /// Why a unit with this stamp must not be loaded into `host`, or nil when it may be.
    ///
    /// The architecture is compared first, then the compiler, then the interface: the first difference explains those that follow.
    public func refusal(by host: ImageUnitStamp) -> ImageUnitProblem? {
        let parts = [
            ("processor architecture", architecture, host.architecture), ("Swift compiler", compiler, host.compiler),
            ("CoreImage interface", interface, host.interface),
        ]
        for (part, ours, theirs) in parts where ours != theirs {
            return .stampMismatch(part: part, unit: ours, host: theirs)
        }
        return nil
    }

    /// The property list that carries the stamp in Info.plist.
    public var propertyList: [String: String] {
        ["Compiler": compiler, "Interface": interface, "Architecture": architecture]
    }
}
