import Foundation
import PackagePlugin

/// Implements `swift package build-image-unit`: builds the image units of a package with their dependencies, and
/// assembles them as bundles.
///
/// A unit is a library product with a folder `Unit` that contains Info.plist and Resources. The folder is in the
/// target's folder or in the package's. The product must be static, because a dynamic one would load a second Core
/// Image into hosts that link theirs statically.
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
        let assembler = try context.tool(named: "ImageUnitAssembler").url
        for unit in units {
            let parameters = PackageManager.BuildParameters(
                configuration: configuration, logging: .concise, echoLogs: true)
            let result = try packageManager.build(.product(unit.product.name), parameters: parameters)
            guard result.succeeded else { throw BuilderError.failed(unit.product.name) }
            guard let archive = result.builtArtifacts.first(where: { $0.kind == .staticLibrary }) else {
                throw BuilderError.notStatic(unit.product.name)
            }
            let process = Process()
            process.executableURL = assembler
            process.arguments = [unit.product.name, unit.parts.path, archive.url.path, output]
            try process.run()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { throw BuilderError.failed(unit.product.name) }
        }
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
            "\(argument) means nothing here; there are --product NAME, --configuration debug|release and --output DIR"
        case .noUnits([]):
            "the package has no image unit: a library product with a folder Unit, of Info.plist and Resources, beside Sources"
        case .noUnits(let names):
            "no library product called \(names.joined(separator: " or ")) has a folder Unit with an Info.plist"
        case .notStatic(let name):
            "the product \(name) is not a static library; write .library(name: \"\(name)\", type: .static, …) in Package.swift"
        case .failed(let name): "\(name) could not be built; the reason stands above"
        }
    }
}
