import ArgumentParser
import Foundation
import UnitAuthoring
import UntrustedInput

/// `coreimage units new NAME`: the sources of a unit that works, to go on from.
struct UnitsNewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Write the sources of a new image unit: a small filter that works, to go on from.",
        discussion: """
            The unit gets a folder NAME, which must not exist: Info.plist, Description.plist with texts in two languages, \
            the filter, a README and a Makefile.

            EXAMPLES
              coreimage units new WarmGlow
              coreimage units new SoftFocus --kind swift --identifier com.example.SoftFocus -o ~/units
            """)

    @Argument(help: "Name of the unit and its filter: letters and digits, the first a capital letter.")
    var name: String

    @Option(
        help: ArgumentHelp(
            "What the filter is made of: kernel, text that any host may run; swift, a class; c, a function that computes pixels.",
            valueName: "kind"))
    var kind: UnitKind = .kernel

    @Option(
        name: [.short, .customLong("output")],
        help: ArgumentHelp("The folder that NAME is put into; the working folder when left out.", valueName: "dir"))
    var output = "."

    @Option(
        help: ArgumentHelp("The unit's identifier in reverse DNS; org.example.NAME when left out.", valueName: "id"))
    var identifier: String?

    @Option(
        help: ArgumentHelp(
            "Folder or address of the package Core Image, for the Package.swift of a unit in Swift; the one that this command was built "
                + "from when left out. An installed command writes no Package.swift then, which `units build` doesn't need.",
            valueName: "path"))
    var package: String?

    func validate() throws {
        if package != nil && kind != .swift { throw ValidationError("--package goes with --kind swift") }
    }

    func run() throws {
        try refusing {
            let scaffold = UnitScaffold(
                name: try UnitName(name), identifier: try BundleIdentifier(identifier ?? "org.example.\(name)"),
                kind: kind, corePackage: corePackage)
            let parent = PathText(output).fileURL(isDirectory: true)
            let folder = try scaffold.write(into: parent.standardizedFileURL)
            for file in scaffold.files.keys.sorted() { try StandardOutput.print("\(folder.lastPathComponent)/\(file)") }
        }
    }

    private var corePackage: String? {
        if let package {
            return package.contains("://")
                ? package : PathText(package).fileURL().standardizedFileURL.path
        }
        // An installed command has no package beside it; `units build` compiles the unit without one.
        return CoreImageProducts.standard().package?.path
    }
}

extension UnitKind: ExpressibleByArgument {}
