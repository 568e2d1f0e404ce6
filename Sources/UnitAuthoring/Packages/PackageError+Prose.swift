import Foundation
import UntrustedInput

extension PackageError: LocalizedError, CustomStringConvertible {
    /// The problem and its remedy, free of control characters.
    package var description: String {
        switch self {
        case .notAPackage(let file, let detail):
            "\(shown(file)): this is no package of an image unit: \(printable(detail)); name a file that 'coreimage units pack' made, or a "
                + "built bundle"
        case .damaged(let file, let detail):
            "\(shown(file)): the package is damaged: \(printable(detail)); get it once more"
        case .tooMuch(let file, let what, let limit):
            "\(shown(file)): the unit has more than \(limit) \(what), which none needs; ask its author for a smaller one"
        case .tooDense(let file, let ratio):
            "\(shown(file)): the package is compressed more than \(ratio):1, unlike any real unit; don't trust where it "
                + "came from"

        case .unsafeName(let file, let entry, let reason):
            "\(shown(file)): the name '\(printable(entry))' \(reason); don't trust where the package came from"
        case .unsuitableEntry(let file, let entry, let kind):
            "\(shown(file)): \(printable(entry)) is \(kind), and a unit holds files only; don't trust where the package came from"
        case .collision(let file, let entry, let other):
            "\(shown(file)): \(printable(entry)) and \(printable(other)) would be one file; ask the author for a package made by "
                + "'coreimage units pack'"
        case .strayEntry(let file, let entry, let bundle):
            "\(shown(file)): \(printable(entry)) is not in the bundle \(printable(bundle)); ask the author for a package made by "
                + "'coreimage units pack'"

        case .missingManifest(let file):
            "\(shown(file)): manifest.json is missing; ask the author for a package made by 'coreimage units pack'"
        case .malformedManifest(let file, let detail):
            "\(shown(file)): manifest.json can't be read: \(printable(detail)); ask the author for a package made by 'coreimage units pack'"
        case .foreignFormat(let file, let version):
            "\(shown(file)): the package has format \(version), and this version of Core Image knows format \(UnitManifest.formatVersion); "
                + "install a newer Core Image"
        case .missingFile(let file, let entry):
            "\(shown(file)): \(printable(entry)) is in the manifest and not in the package; get the package once more"
        case .unlistedFile(let file, let entry):
            "\(shown(file)): \(printable(entry)) is not in the manifest; don't trust where the package came from"
        case .changedFile(let file, let entry):
            "\(shown(file)): \(printable(entry)) differs from the manifest; get the package once more"
        case .contradiction(let file, let key, let manifest, let bundle):
            "\(shown(file)): \(key) is '\(printable(manifest))' in the manifest and '\(printable(bundle))' in the bundle; don't trust where the "
                + "package came from"

        case .unsound(let file, let problems):
            (["\(shown(file)): a host would refuse this unit:"] + problems).joined(separator: "\n")
        case .unsuited(let file, let problem): "\(shown(file)): \(problem.message); \(problem.remedy)"

        case .olderVersion(let identifier, let offered, let installed):
            "\(printable(identifier)): version \(printable(installed)) is installed, which is later than \(printable(offered)); add --force "
                + "to go back"
        case .nameTaken(let bundle, let identifier):
            "\(shown(bundle)): another unit, \(printable(identifier)), is installed under this name; uninstall it first"
        case .notInstalled(let name, let folder, nil):
            "\(printable(name)): no unit of this name or identifier is installed in \(shown(folder)); 'coreimage units' lists what is installed"
        case .notInstalled(let name, let folder, let nearest?):
            "\(printable(name)): no unit of this name or identifier is installed in \(shown(folder)); did you mean \(printable(nearest))?"
        case .ambiguous(let name, let bundles):
            "\(printable(name)): this may be \(bundles.map { shown($0) }.joined(separator: " or ")); name the one meant"

        case .authoring(let error): error.description
        case .file(let failure): failure.description
        }
    }

    /// The same text, for `localizedDescription`.
    package var errorDescription: String? { description }

    private func shown(_ path: String) -> String { printable(path, limit: 1000) }
}
