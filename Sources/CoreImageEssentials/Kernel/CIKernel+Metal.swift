import Foundation
import Pixels

/// Initializers for compiled Metal kernels, which can't be used here. They are declared so that the compiler's error
/// says what to write instead.
extension CIKernel {
    /// Not available, because Metal kernels can't be compiled.
    @available(
        *, unavailable,
        message:
            "Metal kernels can't be compiled yet; write the function in the Core Image Kernel Language and use init(source:), as the article PortingFromApple shows"
    )
    public convenience init(functionName name: String, fromMetalLibraryData data: Data) throws {
        try self.init(compiling: "")
    }

    /// Not available, because Metal kernels can't be compiled.
    @available(
        *, unavailable,
        message:
            "Metal kernels can't be compiled yet; write the function in the Core Image Kernel Language and use init(source:), as the article PortingFromApple shows"
    )
    public convenience init(
        functionName name: String, fromMetalLibraryData data: Data, outputPixelFormat format: CIFormat
    ) throws {
        try self.init(compiling: "")
    }

    /// Returns the kernels in a source of the Metal language. Not available, because Metal kernels can't be compiled.
    @available(
        *, unavailable,
        message:
            "Metal kernels can't be compiled yet; write them in the Core Image Kernel Language and use makeKernels(source:), as the article PortingFromApple shows"
    )
    public class func kernels(withMetalString source: String) throws -> [CIKernel] { [] }
}
