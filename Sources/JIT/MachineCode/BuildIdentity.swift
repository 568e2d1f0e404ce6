import Foundation

/// Identifies the build of this library, so that a program never runs cached code from a different version of the
/// emitters.
enum BuildIdentity {
    /// The size and modification time of the file that this code was loaded from.
    static let current: String = {
        var status = stat()
        // If this code is in the program itself, the loader only knows the name that the program was called by, which
        // may not be a valid path.
        guard loadedFile.map({ stat($0, &status) == 0 }) == true || stat("/proc/self/exe", &status) == 0 else {
            return "unknown build"
        }
        return "build \(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
    }()

    /// The path of the library or program that contains this function.
    private static var loadedFile: String? {
        // Foundation's import of the C library lacks `dladdr`, which is an extension. The first field of its result is
        // the file's name.
        typealias Lookup = @convention(c) (UnsafeRawPointer?, UnsafeMutableRawPointer?) -> Int32
        guard let address = dlsym(nil, "dladdr") else { return nil }
        var information: (file: UnsafePointer<CChar>?, UInt, UInt, UInt) = (nil, 0, 0, 0)
        guard unsafeBitCast(address, to: Lookup.self)(#dsohandle, &information) != 0 else { return nil }
        return information.file.map { String(cString: $0) }
    }
}
