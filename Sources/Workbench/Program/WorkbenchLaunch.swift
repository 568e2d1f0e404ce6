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

    /// Creates a launch.
    package init(pictures: [String], units: [String], allowsCode: Bool, port: Int, opens: Bool) {
        (self.pictures, self.units, self.allowsCode) = (pictures, units, allowsCode)
        (self.port, self.opens) = (port, opens)
    }
}
