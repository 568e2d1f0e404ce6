import CVulkan

/// Throws an error that names the call unless it succeeded.
func check(_ result: VkResult, _ function: String) throws(VulkanError) {
    guard result == VK_SUCCESS else {
        throw .callFailed(VulkanCallFailure(function: function, code: Int32(result.rawValue)))
    }
}

/// Calls a function that creates an object, and returns the object.
func created<Handle>(
    _ function: String, _ body: (UnsafeMutablePointer<Handle?>) -> VkResult
) throws(VulkanError) -> Handle {
    var handle: Handle?
    try check(body(&handle), function)
    guard let handle else { throw .callFailed(VulkanCallFailure(function: function, code: VK_ERROR_UNKNOWN.rawValue)) }
    return handle
}

/// Returns a list that a function supplies in two calls: first its length, then its elements.
func listed<Element>(
    _ function: String, of element: Element,
    _ body: (UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<Element>?) -> VkResult
) throws(VulkanError) -> [Element] {
    while true {
        var count: UInt32 = 0
        try check(body(&count, nil), function)
        var list = Array(repeating: element, count: Int(count))
        let result = list.withUnsafeMutableBufferPointer { body(&count, $0.baseAddress) }
        // The list grew between the calls.
        if result == VK_INCOMPLETE { continue }
        try check(result, function)
        return Array(list.prefix(Int(count)))
    }
}

extension String {
    /// Creates a string from the characters of a C array up to the first zero.
    init<Characters>(characters: Characters) {
        self = withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
