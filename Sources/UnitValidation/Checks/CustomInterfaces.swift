import ImageUnits
import UntrustedInput

extension ValidationCheck {
    /// Checks the pages of filters with controls of their own.
    static let customInterfaces = ValidationCheck(
        unit: "custom-interfaces", level: 2,
        reason: "A filter that says that it brings controls must bring the page; hosts show an error in its place."
    ) { unit, _ in
        let filters = (unit.reading.unit?.filters ?? []).filter(\.hasCustomInterface)
        guard !filters.isEmpty, let resources = BundleResources(bundle: unit.bundle) else {
            return .skipped("no filter has controls of its own")
        }
        var failures: [Finding] = []
        for filter in filters {
            do throws(ImageUnitProblem) {
                _ = try resources.interface(of: filter.name)
            } catch {
                let name = printable(filter.name)
                let remedy =
                    if case .missingFile(_, nil) = error {
                        "add Resources/Interfaces/\(name).html, or set CIHasCustomInterface to false"
                    } else {
                        error.remedy
                    }
                failures.append(Finding("\(name): \(error.message)", remedy: remedy))
            }
        }
        return .of(failures: failures, notes: ["\(filters.count) page\(filters.count == 1 ? "" : "s")"])
    }
}
