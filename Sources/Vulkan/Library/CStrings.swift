import Foundation

/// Calls `body` with C strings.
func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafeBufferPointer<UnsafePointer<CChar>?>) throws(VulkanError) -> Result
) throws(VulkanError) -> Result {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    let pointers = copies.map { UnsafePointer($0) }
    var result: Swift.Result<Result, VulkanError>?
    pointers.withUnsafeBufferPointer { pointers in
        do throws(VulkanError) { result = .success(try body(pointers)) } catch { result = .failure(error) }
    }
    guard let result else { preconditionFailure("the closure is always called") }
    return try result.get()
}
