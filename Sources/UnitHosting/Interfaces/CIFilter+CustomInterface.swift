import CoreImageEssentials
import ImageUnits

extension CIFilter {
    /// Returns the page with controls that the image unit of a filter brings; nil if it brings none, and for filters
    /// that come from no image unit.
    ///
    /// It is the file `Resources/Interfaces/NAME.html` of a unit that sets `CIHasCustomInterface`: HTML in UTF-8, at
    /// most 256 KB. The host shows it instead of controls of its own, and treats it like a page of a stranger: in a
    /// frame without access to anything but the messages that "The workbench" describes.
    ///
    /// - Throws: An error that names the unit, the file and the remedy if the file is missing, leads outside the unit,
    ///   isn't a regular file, is too large or isn't UTF-8.
    public class func customInterface(forFilterName name: String) throws -> String? {
        guard let entry = FilterRegistry.shared.entry(named: name), case .imageUnit(let bundle) = entry.origin,
            entry.classAttributes[UnitKey.hasCustomInterface] as? Bool == true
        else { return nil }
        do throws(ImageUnitProblem) {
            guard let resources = BundleResources(bundle: bundle) else { throw .notAFolder }
            return try resources.interface(of: name)
        } catch {
            throw ImageUnitIssue(severity: .error, scope: .filter(name), bundle: bundle, problem: error)
        }
    }
}
