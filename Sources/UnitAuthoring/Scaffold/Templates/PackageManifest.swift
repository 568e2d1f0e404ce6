extension UnitScaffold {
    /// Package.swift of a unit in Swift.
    var packageManifest: String {
        """
        // swift-tools-version: 6.1
        import PackageDescription

        let package = Package(
            name: "\(name)",
            products: [
                // Static: the bundle's library is linked from it by 'swift package build-image-unit', and takes Core Image from its host.
                .library(name: "\(name)", type: .static, targets: ["\(name)"])
            ],
            dependencies: [
                \(dependency)
            ],
            targets: [
                .target(name: "\(name)", dependencies: [.product(name: "CoreImage", package: "\(corePackageIdentity)")])
            ],
            swiftLanguageModes: [.v6]
        )

        """
    }

    private var dependency: String {
        let quoted = corePackage.map { "\\\"".contains($0) ? "\\\($0)" : "\($0)" }.joined()
        return corePackage.contains("://")
            ? ".package(url: \"\(quoted)\", branch: \"main\")" : ".package(path: \"\(quoted)\")"
    }

    /// How SwiftPM calls the package: by the last part of its path or address.
    private var corePackageIdentity: String {
        let last = corePackage.split(separator: "/").last.map(String.init) ?? corePackage
        return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    }
}
