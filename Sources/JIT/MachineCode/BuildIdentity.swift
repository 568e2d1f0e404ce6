import Foundation
import SystemResources

/// Identifies the build of this library, so that a program never runs cached code from a different version of the
/// emitters.
enum BuildIdentity {
    /// The size and modification time of the file that this code was loaded from.
    static let current: String = {
        var status = stat()
        let file = LoadedFile.path(of: #dsohandle)
        guard file.map({ stat($0, &status) == 0 }) == true || stat("/proc/self/exe", &status) == 0 else {
            return "unknown build"
        }
        return "build \(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
    }()
}
