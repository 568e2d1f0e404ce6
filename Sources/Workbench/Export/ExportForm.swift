/// A form in which a result can be kept.
package enum ExportForm: String, Sendable, Hashable, Codable {
    /// The result as a PNG file.
    case png
    /// The result as a JPEG file.
    case jpeg
    /// The clip with the filters, or the picture with filters whose time goes from 0 to 1, as an MP4 file.
    case clip
    /// The recipe as JSON, which `coreimage apply --recipe` reads.
    case recipe
    /// The sources of an image unit with the kernel, as a zip file.
    case unit
    /// Swift code.
    case swift
    /// A command.
    case command
}
