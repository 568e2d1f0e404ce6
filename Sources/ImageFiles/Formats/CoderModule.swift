import CVips
import Foundation

/// A module in which libvips may keep the coder of a format. It is loaded only for files that need it.
struct CoderModule: Sendable {
    private let module: CVipsModule
    /// Whether a file that starts with these bytes needs the module.
    let isNeeded: @Sendable (_ start: Data) -> Bool

    init(_ module: CVipsModule, isNeeded: @escaping @Sendable (_ start: Data) -> Bool) {
        (self.module, self.isNeeded) = (module, isNeeded)
    }

    /// Loads the module, on the first call.
    func load() { cvips_load_module(module) }

    /// Loads the modules that a file with these first bytes needs.
    static func load(for start: Data) {
        for module in ImageFileFormat.allCases.compactMap(\.record.module) where module.isNeeded(start) {
            module.load()
        }
    }
}
