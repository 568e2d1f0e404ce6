import CVulkan
import Foundation

/// The Vulkan loader, opened at run time, so that programs run without it. A library is never closed. Thread-safe.
package final class VulkanLibrary: Sendable {
    /// The name under which distributions install the loader.
    package static let standardName = "libvulkan.so.1"

    /// The name or path with which the library was opened.
    package let name: String
    /// Returns the functions of an instance, or without one those that create it.
    let instanceFunction: PFN_vkGetInstanceProcAddr

    /// Opens the loader. Throws if it is missing, or isn't one.
    package init(name: String = standardName) throws(VulkanError) {
        guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
            throw .libraryMissing(name: name, reason: dlerror().map { String(cString: $0) } ?? "no reason given")
        }
        guard let symbol = dlsym(handle, "vkGetInstanceProcAddr") else {
            throw .functionMissing("vkGetInstanceProcAddr")
        }
        self.name = name
        instanceFunction = unsafeBitCast(symbol, to: PFN_vkGetInstanceProcAddr.self)
    }

    /// Takes the loader that an application has opened, as the address of its `vkGetInstanceProcAddr`.
    init(instanceFunction address: UInt) throws(VulkanError) {
        guard let symbol = UnsafeRawPointer(bitPattern: address) else {
            throw .notAdoptable(
                reason: "its vkGetInstanceProcAddr is null; give its address, or nil for the system's loader")
        }
        name = "the application's loader"
        instanceFunction = unsafeBitCast(symbol, to: PFN_vkGetInstanceProcAddr.self)
    }

    /// Returns a function of an instance, or a function that needs none.
    func function<Function>(_ name: String, of instance: VkInstance?) throws(VulkanError) -> Function {
        guard let function = instanceFunction(instance, name) else { throw .functionMissing(name) }
        // All function pointers have the same size, and the type of each is that of the header.
        return unsafeBitCast(function, to: Function.self)
    }
}
