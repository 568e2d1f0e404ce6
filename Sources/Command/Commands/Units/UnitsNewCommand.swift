import ArgumentParser
import CommandOutput
import Foundation
import UnitAuthoring
import UntrustedInput

/// `coreimage units new NAME`: writes the sources of a new, working unit.
struct UnitsNewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Write the sources of a new image unit: a small filter that works, to go on from.",
        discussion: """
            The unit gets a folder NAME, which must not exist: Info.plist, Description.plist with texts in two languages, \
            the filter, a README and a Makefile.

            --from-kernel makes a filter of each kernel in a file, with inputs from the kernel's parameters. --from-bundle reads a \
            unit that was built for another system: its lists, kernels and texts are taken over, and PORTING.md says what is left to \
            be written. None of the bundle's code is run.

            EXAMPLES
              coreimage units new WarmGlow
              coreimage units new SoftFocus --kind swift --identifier com.example.SoftFocus -o ~/units
              coreimage units new Ripples --from-kernel ripples.cikernel
              coreimage units new Demo --from-bundle ~/Demo.plugin
            """)

    @Argument(help: "Name of the unit and its filter: letters and digits, the first a capital letter.")
    var name: String

    @Option(
        help: ArgumentHelp(
            "What the filter is made of: kernel, text that any host may run, which is the default; swift, a class; c, a function that computes "
                + "pixels.",
            valueName: "kind"))
    var kind: UnitKind?

    @Option(help: ArgumentHelp("A file of kernels to make the unit of.", valueName: "file"))
    var fromKernel: String?

    @Option(help: ArgumentHelp("The only kernel of --from-kernel to take.", valueName: "name"))
    var kernel: String?

    @Option(help: ArgumentHelp("A unit's bundle from another system to make the unit of.", valueName: "plugin"))
    var fromBundle: String?

    @Option(
        name: [.short, .customLong("output")],
        help: ArgumentHelp("The folder that NAME is put into; the working folder when left out.", valueName: "dir"))
    var output = "."

    @Option(
        help: ArgumentHelp(
            "The unit's identifier in reverse DNS; org.example.NAME when left out, or the bundle's.", valueName: "id"))
    var identifier: String?

    @Option(
        help: ArgumentHelp(
            "Folder or address of the package Core Image, for the Package.swift of a unit in Swift; the one that this command was built "
                + "from when left out. An installed command writes no Package.swift then, which `units build` doesn't need.",
            valueName: "path"))
    var package: String?

    func validate() throws {
        let mayBeSwift = kind == .swift || kind == nil && (fromKernel != nil || fromBundle != nil)
        if package != nil && !mayBeSwift { throw ValidationError("--package goes with --kind swift") }
        if fromKernel != nil && fromBundle != nil {
            throw ValidationError("--from-kernel and --from-bundle: give one of them")
        }
        if kernel != nil && fromKernel == nil { throw ValidationError("--kernel goes with --from-kernel") }
        if fromKernel != nil && kind == .c { throw ValidationError("--from-kernel: --kind is kernel or swift") }
        if fromBundle != nil && kind != nil { throw ValidationError("--from-bundle: leave out --kind") }
    }

    func run() throws {
        try refusing {
            let unitName = try UnitName(name)
            let parent = PathText(output).fileURL(isDirectory: true).standardizedFileURL
            let ported = try port(to: unitName)
            let unit: any WritableUnit
            if let ported {
                unit = ported
            } else {
                unit = UnitScaffold(
                    name: unitName, identifier: try BundleIdentifier(identifier ?? "org.example.\(name)"),
                    kind: kind ?? .kernel, corePackage: corePackage)
            }
            let folder = try unit.write(into: parent)
            for remark in ported?.remarks ?? [] { StandardError.print("coreimage: \(remark)") }
            for file in unit.contents.keys.sorted() { try StandardOutput.print("\(folder.lastPathComponent)/\(file)") }
        }
    }

    /// Returns a unit made from the given kernel file or bundle, or nil if none is given.
    private func port(to name: UnitName) throws -> PortedUnit? {
        if let fromKernel {
            return try PortedUnit(
                kernelFile: PathText(fromKernel).fileURL(), only: kernel, name: name,
                identifier: try BundleIdentifier(identifier ?? "org.example.\(name)"), kind: kind,
                corePackage: corePackage)
        }
        if let fromBundle {
            return try PortedUnit(
                bundle: PathText(fromBundle).fileURL(isDirectory: true), name: name,
                identifier: try identifier.map { try BundleIdentifier($0) }, corePackage: corePackage)
        }
        return nil
    }

    private var corePackage: String? {
        if let package {
            return package.contains("://")
                ? package : PathText(package).fileURL().standardizedFileURL.path
        }
        // Nil for an installed command, which has no package beside it. `units build` compiles the unit without one.
        return CoreImageProducts.standard().package?.path
    }
}
