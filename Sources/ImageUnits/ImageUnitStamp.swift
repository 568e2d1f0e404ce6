/// The compiler, interface and architecture that an executable unit was compiled for, compared with the host before its
/// code is loaded.
///
/// Swift modules without library evolution fix memory layouts at compile time. A unit built against another `CoreImage`
/// would load without an error, and then access the wrong memory. With the stamp, the host refuses it. Building a unit
/// writes the stamp of its host into the dictionary `CoreImageStamp` of Info.plist.
package struct ImageUnitStamp: Sendable, Hashable, Codable {
    /// The Swift version of the compiler, major and minor, for instance `6.3`.
    package var compiler: String
    /// A hash of the interface of the `CoreImage` module and of the modules that it re-exports.
    package var interface: String
    /// The processor architecture in Swift's spelling, for instance `x86_64` or `arm64`.
    package var architecture: String

    /// Creates a stamp.
    package init(compiler: String, interface: String, architecture: String) {
        (self.compiler, self.interface, self.architecture) = (compiler, interface, architecture)
    }

    /// Returns the stamp of this process.
    ///
    /// - Parameter interface: A hash of the interface that this process was built with; the `CoreImage` module supplies
    ///   it.
    package static func host(interface: String) -> ImageUnitStamp {
        ImageUnitStamp(compiler: hostCompiler, interface: interface, architecture: hostArchitecture)
    }

    /// The architecture of this process.
    package static var hostArchitecture: String {
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

    /// The Swift version that compiled this process, major and minor.
    package static var hostCompiler: String {
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

    /// Returns the reason why `host` must not load a unit with this stamp, or nil if it may.
    ///
    /// The architecture is compared first, then the compiler, then the interface, since a difference in one causes
    /// differences in those after it.
    package func refusal(by host: ImageUnitStamp) -> ImageUnitProblem? {
        let parts = [
            ("processor architecture", architecture, host.architecture), ("Swift compiler", compiler, host.compiler),
            ("CoreImage interface", interface, host.interface),
        ]
        for (part, ours, theirs) in parts where ours != theirs {
            return .stampMismatch(part: part, unit: ours, host: theirs)
        }
        return nil
    }

    /// The stamp as the dictionary in Info.plist.
    package var propertyList: [String: String] {
        ["Compiler": compiler, "Interface": interface, "Architecture": architecture]
    }
}
