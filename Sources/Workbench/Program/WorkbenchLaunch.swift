import Foundation

/// What `coreimage workbench` tells the program `coreimage-workbench`, as JSON.
package struct WorkbenchLaunch: Codable, Sendable, Hashable {
    /// Files and folders of pictures.
    package var pictures: [String]
    /// Folders of image units beside the installed ones.
    package var units: [String]
    /// Whether code of image units may run.
    package var allowsCode: Bool
    /// The port, or 0 for any free one.
    package var port: Int
    /// Whether the address is opened in the user's browser.
    package var opens: Bool
    /// The most pixels of a picture; nil for the default.
    package var pixelLimit: Int?

    /// Creates a launch.
    package init(pictures: [String], units: [String], allowsCode: Bool, port: Int, opens: Bool, pixelLimit: Int?) {
        (self.pictures, self.units, self.allowsCode) = (pictures, units, allowsCode)
        (self.port, self.opens, self.pixelLimit) = (port, opens, pixelLimit)
    }
}
