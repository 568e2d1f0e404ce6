import ImageUnits
import UntrustedInput

/// `PORTING.md`: what the conversion did with each part of a bundle, and what the author still has to write.
struct PortingNotes {
    let bundle: ForeignBundle
    let name: UnitName
    /// Executable filters that have become classes.
    let ported: [PortedFilter]
    /// Executable filters that are left out, with the reasons.
    let missing: [(filter: FilterDescription, reason: String)]

    /// Remarks for the user, each a line.
    var summary: [String] {
        let count = missing.count
        let left = count == 0 ? "" : "; \(count) filter\(count == 1 ? " is" : "s are") left out"
        return ["PORTING.md says what became of \(printable(bundle.folder.lastPathComponent))\(left)"]
    }

    /// The text of the page.
    var text: String {
        let sections = [
            section("Filters without code, as they were", unchanged),
            section("Filters of code, now classes in Swift", classes),
            section("To do: filters that are left out", todo),
            section("Kernels that don't compile", broken),
            section("Refused in the bundle", bundle.problems.map { shown($0) }),
        ]
        return """
            # Porting \(name)

            Made from `\(shown(bundle.folder.lastPathComponent))` by `coreimage units new --from-bundle`. Code in Objective-C can't be read or run
            here: what its filters do beyond their kernels has to be written in Swift.

            """ + sections.joined()
    }

    private var broken: [String] {
        bundle.brokenKernels.map { "`\(shown($0.file))`: correct or remove it.\n\n\(indented($0.text))" }
    }

    private var unchanged: [String] {
        bundle.unit.filters.filter { $0.kind == .nonexecutable }.map { "`\(shown($0.name))`" }
    }

    private var classes: [String] {
        ported.map { filter in
            let kernel = filter.kernel
            let region =
                kernel.isForNonexecutable
                ? "" : " It asks for all of each image: return less in `roiCallback` where the kernel reads less."
            return
                "`\(shown(filter.name))`: `Sources/\(name)/\(filter.className).swift` applies the kernel `\(kernel.program.name)` of "
                + "`\(shown(kernel.file))` to the inputs in their order.\(region) Compare its `outputImage` with the original's."
        }
    }

    private var todo: [String] {
        missing.map { filter, reason in
            let inputs = filter.inputs.map { "`\(shown($0.name))` (\(shown($0.className)))" }.joined(separator: ", ")
            return "`\(shown(filter.name))`, class `\(shown(filter.className))`: \(reason)."
                + (inputs.isEmpty ? "" : " Inputs: \(inputs).")
                + " Write the class, name it in the loader and add the filter to Description.plist."
        }
    }

    private func section(_ title: String, _ lines: [String]) -> String {
        lines.isEmpty ? "" : "\n## \(title)\n\n" + lines.map { "* \($0)\n" }.joined()
    }

    private func indented(_ text: String) -> String {
        printableLines(text).split(separator: "\n", omittingEmptySubsequences: false).map { "      \($0)" }
            .joined(separator: "\n")
    }

    /// Returns a text of the bundle in one line. Backquotes would end the code span that it stands in.
    private func shown(_ text: String) -> String { printable(text).replacing("`", with: "'") }
}
