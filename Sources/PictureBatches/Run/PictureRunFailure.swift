/// The way in which a run over several pictures wasn't completed. The reasons have been printed.
package enum PictureRunFailure: Error {
    /// An interrupt stopped the run.
    case interrupted
    /// Pictures failed.
    case failedPictures

    package var exitCode: Int32 {
        switch self {
        case .interrupted: 130
        case .failedPictures: 2
        }
    }
}
