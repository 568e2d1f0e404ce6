import DeviceKernels
import ImageGraph
import Rendering
import Synchronization

/// The devices that this process has opened. All contexts share them, with their kernels and memory. Thread-safe.
package final class SharedDevices: Sendable {
    private let adopted = Mutex<[ForeignDevice: AdoptedDevice]>([:])
    private let opened = Mutex<[DeviceSelection: Result<DeviceRendering?, DeviceSelectionError>]>([:])
    private let backend: any KernelBackend
    private let stepBudget: Int

    /// Creates the devices of a process.
    ///
    /// - Parameters:
    ///   - backend: The back end of the processor, with which devices are compared.
    ///   - stepBudget: Maximum number of loop iterations of a pixel, which is that of the back end.
    package init(backend: any KernelBackend, stepBudget: Int) {
        (self.backend, self.stepBudget) = (backend, stepBudget)
    }

    /// Returns the selected device; nil if the processor is selected, or is faster for everything. A device is opened
    /// once, and one that couldn't be opened isn't tried again.
    ///
    /// - Throws: `DeviceSelectionError`.
    package func rendering(for selection: DeviceSelection) throws(DeviceSelectionError) -> DeviceRendering? {
        if selection == .processor { return nil }
        // The lock is held meanwhile, so that a device isn't opened twice.
        let result = opened.withLock { opened -> Result<DeviceRendering?, DeviceSelectionError> in
            if let known = opened[selection] { return known }
            let result = open(selection)
            opened[selection] = result
            return result
        }
        return try result.get()
    }

    /// Returns a device that an application has opened, the same one while it is in use.
    ///
    /// - Throws: An error that says why the device can't be used, and what to do.
    package func rendering(adopting device: ForeignDevice) throws -> DeviceRendering {
        try adopted.withLock { adopted in
            adopted = adopted.filter { $0.value.device != nil }
            if let known = adopted[device], let own = known.device {
                return DeviceRendering(
                    own, use: .always, stepBudget: stepBudget, isForeign: true, report: known.report)
            }
            let (own, report) = try DeviceFinder.adopt(device)
            adopted[device] = AdoptedDevice(device: own, report: report)
            return DeviceRendering(own, use: .always, stepBudget: stepBudget, isForeign: true, report: report)
        }
    }

    /// A device of an application. It isn't kept, since the application closes it.
    private struct AdoptedDevice {
        weak var device: (any KernelDevice)?
        let report: DeviceReport
    }

    private func open(_ selection: DeviceSelection) -> Result<DeviceRendering?, DeviceSelectionError> {
        do throws(DeviceSelectionError) {
            guard let (device, report) = try DeviceFinder.open(selection) else { return .success(nil) }
            guard selection == .automatic else {
                return .success(DeviceRendering(device, use: .always, stepBudget: stepBudget, report: report))
            }
            // A device that can't even be measured isn't used.
            guard let speed = try? DeviceMeasurement(device, backend, stepBudget: stepBudget).speed() else {
                return .success(nil)
            }
            return .success(
                DeviceRendering(device, use: .whereFaster(speed), stepBudget: stepBudget, report: report))
        } catch {
            return .failure(error)
        }
    }
}
