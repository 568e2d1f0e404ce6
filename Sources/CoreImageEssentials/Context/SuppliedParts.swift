import CLinkedParts
import DeviceKernels
import Foundation
import ImageGraph
import Rendering

/// What the modules above this one supply to it: the built-in filters, the host of image units, the compiler of
/// kernels, and devices.
///
/// They import this module, and `CoreImage` imports them. `SuppliedParts.linked` is the way back.
package protocol SuppliedParts: AnyObject, Sendable {
    /// The back end that runs kernels of contexts.
    ///
    /// - Parameters:
    ///   - background: Whether kernels are interpreted until a thread of low priority has compiled them.
    func kernelBackend(compilesInBackground background: Bool) -> any KernelBackend

    /// The device that contexts render with; nil for the processor.
    ///
    /// - Throws: An error that says why the device can't be used, and what to do.
    func device(_ selection: DeviceSelection) throws -> DeviceRendering?

    /// What devices there are, by interface.
    var deviceReports: [DeviceInterfaceReport] { get }

    /// A device that an application has opened, always the same one for the same handles.
    ///
    /// - Throws: An error that says why the device can't be used, and what to do.
    func device(adopting device: ForeignDevice) throws -> DeviceRendering

    /// Compares what a device computes with what it should. Returns a line for each difference, and how many kernels
    /// were right.
    func test(_ device: any KernelDevice) -> (passed: Int, failures: [String])

    /// The entries of the built-in filters in the registry.
    var builtInFilters: [FilterRegistry.Entry] { get }

    /// Why the image unit with a filter of this name isn't in use; nil if no unit has one.
    func explanation(ofMissing filter: String) -> CIFilterError?

    /// The program that draws SVG in a process of its own.
    ///
    /// - Throws: An error that names the places where the program was searched for.
    func drawingProgram() throws -> URL
}

/// The parts that are linked to this program.
package enum LinkedParts {
    /// The one object that `CoreImage` supplies.
    package static let shared: any SuppliedParts = {
        let object = Unmanaged<AnyObject>.fromOpaque(coreimage_parts()).takeRetainedValue()
        guard let parts = object as? any SuppliedParts else {
            preconditionFailure("coreimage_parts() of the module CoreImage returned \(type(of: object))")
        }
        return parts
    }()
}
