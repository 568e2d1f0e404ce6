import Foundation
import PackagePlugin

/// Implements `swift package build-image-unit`: builds the image units of a package with their dependencies, and
/// assembles them as bundles.
///
/// A unit is a library product with a folder `Unit` that contains Info.plist and Resources. The folder is in the
/// target's folder or in the package's. The product must be static, because a dynamic one would load a second Core
/// Image into hosts that link theirs statically.
///
/// The bundles are assembled by the executable product `ImageUnitAssembler` of Core Image's package. The plugin doesn't
/// depend on it, because SwiftPM builds the tools of plugins, with all modules that they import, a second time for the
/// host, in every build of the package. Instead the plugin builds it when it runs, with the modules that the units need
/// anyway. `PackageManager.build(.product(_:))` finds products by name among all packages of the graph, like
/// `swift run`, but in a package that isn't the root only the declared products. So `ImageUnitAssembler` is declared as
/// a product in Package.swift.
@main
struct ImageUnitBuilder: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        var arguments = ArgumentExtractor(arguments)
        let configuration = arguments.extractOption(named: "configuration").last ?? "release"
        let output = arguments.extractOption(named: "output").last ?? context.pluginWorkDirectoryURL.path
        let names = arguments.extractOption(named: "product")
        guard let configuration = PackageManager.BuildConfiguration(rawValue: configuration) else {
            throw BuilderError.unknownConfiguration(configuration)
        }
        if let argument = arguments.remainingArguments.first { throw BuilderError.unknownArgument(argument) }

        let units = Self.units(in: context.package).filter { names.isEmpty || names.contains($0.product.name) }
        guard !units.isEmpty else { throw BuilderError.noUnits(names) }
        // The units come first, so that their authors see their own errors first.
        let archives = try units.map { unit in
            guard let archive = try artifact(.staticLibrary, of: unit.product.name, configuration) else {
                throw BuilderError.notStatic(unit.product.name)
            }
            return archive
        }
        guard let assembler = try artifact(.executable, of: "ImageUnitAssembler", configuration) else {
            throw BuilderError.failed("ImageUnitAssembler")
        }
        for (unit, archive) in zip(units, archives) {
            let process = Process()
            process.executableURL = assembler
            process.arguments = [unit.product.name, unit.parts.path, archive.path, output]
            try process.run()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { throw BuilderError.failed(unit.product.name) }
        }
    }

    /// Builds a product. Returns its file, or nil if it isn't of this kind.
    private func artifact(
        _ kind: PackageManager.BuildResult.BuiltArtifact.Kind, of product: String,
        _ configuration: PackageManager.BuildConfiguration
    ) throws -> URL? {
        let parameters = PackageManager.BuildParameters(
            configuration: configuration, logging: .concise, echoLogs: true)
        let result = try packageManager.build(.product(product), parameters: parameters)
        guard result.succeeded else { throw BuilderError.failed(product) }
        return result.builtArtifacts.first { $0.kind == kind }?.url
    }

    /// Returns the library products that have a folder `Unit`, with that folder.
    private static func units(in package: Package) -> [(product: LibraryProduct, parts: URL)] {
        package.products.compactMap { $0 as? LibraryProduct }.compactMap { product in
            let folders = product.targets.map(\.directoryURL) + [package.directoryURL]
            let parts = folders.map { $0.appending(path: "Unit") }
                .first { FileManager.default.fileExists(atPath: $0.appending(path: "Info.plist").path) }
            return parts.map { (product, $0) }
        }
    }
}

/// The reason why no unit was built.
enum BuilderError: Error, CustomStringConvertible {
    case unknownConfiguration(String)
    case unknownArgument(String)
    case noUnits([String])
    case notStatic(String)
    case failed(String)

    var description: String {
        switch self {
        case .unknownConfiguration(let name): "--configuration \(name): write debug or release"
        case .unknownArgument(let argument):
            "\(argument) is not an option; there are --product NAME, --configuration debug|release and --output DIR"
        case .noUnits([]):
            "the package has no image unit: a library product with a folder Unit, of Info.plist and Resources, beside "
                + "Sources"
        case .noUnits(let names):
            "no library product called \(names.joined(separator: " or ")) has a folder Unit with an Info.plist"
        case .notStatic(let name):
            "the product \(name) is not a static library; write .library(name: \"\(name)\", type: .static, …) in "
                + "Package.swift"
        case .failed(let name): "\(name) could not be built; correct the errors above"
        }
    }
}
