import KernelLanguage
import Testing

@testable import KernelLanguageServer

/// Changes every name of kernels. The compiler is the oracle: the result must compile to the same program.
enum RepositoryRenaming {
    /// Returns how many names could be changed. Refusals are failures, except those for macros and conditions.
    static func count(in kernels: [(name: String, text: String)]) throws -> Int {
        var renamedCount = 0
        for (file, source) in kernels {
            let document = KernelDocument(source)
            guard let programs = try? KernelCompiler.check(KernelSource(text: source)).get() else { continue }
            for declaration in document.names.declarations {
                do {
                    let edits = try document.rename(at: declaration.nameSpans[0].start, to: "renamed_1")
                    let result = KernelSource(text: document.applying(edits))
                    let same = try KernelCompiler.check(result).get().map(\.dump)
                    func neutral(_ dump: String) -> [Substring] {
                        dump.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
                            .map { $0 == declaration.name ? "renamed_1" : $0 }
                    }
                    #expect(programs.map { neutral($0.dump) } == same.map(neutral), "\(file): \(declaration.name)")
                    renamedCount += 1
                } catch let refusal as RenameRefusal {
                    let isHidden =
                        refusal.description.contains("the text of the macro")
                        || refusal.description.contains("a condition leaves out")
                    #expect(isHidden, "\(file): \(declaration.name): \(refusal)")
                }
            }
        }
        return renamedCount
    }
}
