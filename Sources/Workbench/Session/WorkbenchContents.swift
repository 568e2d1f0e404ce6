import CoreImage
import Foundation

/// What all pages share: pictures, the catalogue of filters, limits and counts of refusals.
package struct WorkbenchContents: Sendable {
    /// The pictures.
    package let shelf: PictureShelf
    /// The filters.
    package let catalogue: FilterCatalogue
    /// The pages of image units.
    package let interfaces = InterfaceShelf()
    /// The limits of a page.
    package let limits: WorkbenchLimits
    /// The counts of what was refused.
    package let refusals = RefusalCounts()

    /// Creates contents.
    ///
    /// - Parameters:
    ///   - pictures: Files and folders of pictures.
    ///   - units: The reports of the image units that were loaded.
    /// - Throws: `WorkbenchRefusal` if there is no such file or folder.
    package init(pictures: [URL], units: [CIPlugInReport], limits: WorkbenchLimits) throws {
        shelf = try PictureShelf(pictures, limits: limits)
        catalogue = FilterCatalogue(units: units)
        self.limits = limits
    }
}
