import Foundation

/// Tells builds of this library apart, so that a program never runs code that another version of its emitters left in the cache.
enum BuildIdentity {
    /// Size and time of the file that this code was loaded from.
    static let current: String = {
        var status = stat()
        // Of the program itself the loader only knows what it was called.
        guard loadedFile.map({ stat($0, &status) == 0 }) == true || stat("/proc/self/exe", &status) == 0 else {
            return "unknown build"
        }
        return "build \(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
    }()

    /// The path of the library or program that contains this function.
    private static var loadedFile: String? {
        // `dladdr` is an extension of the C library that its Swift module leaves out; its result starts with the file's name.
        typealias Lookup = @convention(c) (UnsafeRawPointer?, UnsafeMutableRawPointer?) -> Int32
        guard let address = dlsym(nil, "dladdr") else { return nil }
        var information: (file: UnsafePointer<CChar>?, UInt, UInt, UInt) = (nil, 0, 0, 0)
        guard unsafeBitCast(address, to: Lookup.self)(#dsohandle, &information) != 0 else { return nil }
        return information.file.map { String(cString: $0) }
    }
}
