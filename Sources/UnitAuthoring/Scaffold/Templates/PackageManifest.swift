extension UnitScaffold {
    /// Package.swift of a unit in Swift; nil if there is no package to depend on.
    var packageManifest: String? {
        guard let corePackage else { return nil }
        return """
            // swift-tools-version: 6.1
            import PackageDescription

            let package = Package(
                name: "\(name)",
                products: [
                    // Static: the bundle's library is linked from it by 'swift package build-image-unit', and takes
                    // Core Image from its host.
                    .library(name: "\(name)", type: .static, targets: ["\(name)"])
                ],
                dependencies: [
                    \(Self.dependency(on: corePackage))
                ],
                targets: [
                    .target(name: "\(name)", dependencies: [.product(name: "CoreImage", package: "\(Self.identity(of: corePackage))")])
                ],
                swiftLanguageModes: [.v6]
            )

            """
    }

    private static func dependency(on corePackage: String) -> String {
        let quoted = corePackage.map { "\\\"".contains($0) ? "\\\($0)" : "\($0)" }.joined()
        return corePackage.contains("://")
            ? ".package(url: \"\(quoted)\", branch: \"main\")" : ".package(path: \"\(quoted)\")"
    }

    /// Returns the package's identity in SwiftPM: the last component of its path or URL.
    private static func identity(of corePackage: String) -> String {
        let last = corePackage.split(separator: "/").last.map(String.init) ?? corePackage
        return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    }
}
