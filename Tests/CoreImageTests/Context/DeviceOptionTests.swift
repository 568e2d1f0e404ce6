import CoreImage
import Testing

@Suite("The processor of a context")
struct DeviceOptionTests {
    @Test("options choose it") func options() throws {
        #expect(try CIContext(checking: [.device: "cpu"]).workingDevice == .cpu)
        #expect(try CIContext(checking: [.useSoftwareRenderer: true]).workingDevice == .cpu)
        #expect(try CIContext(checking: [.useSoftwareRenderer: true, .device: "cpu"]).workingDevice == .cpu)
        // Software on the processor isn't chosen automatically.
        for options in [[CIContextOption.useSoftwareRenderer: false as Any], [.device: "auto"]] {
            let device = try CIContext(checking: options).workingDevice
            #expect(device == .cpu || !device.isSoftware)
        }
        let usable = CIDevice.all.filter { $0.problem == nil }
        for device in usable { #expect(try CIContext(checking: [.device: device.selection]).workingDevice == device) }
    }

    @Test("a value that names no processor is refused") func malformed() {
        for value in ["gpu", "cuda:x", ""] {
            let error = #expect(throws: CIError.self) { try CIContext(checking: [.device: value]) }
            #expect(
                error.map { "\($0)" } == "The option device takes cpu, auto, cuda, cuda:NUMBER, vulkan or vulkan:NAME, "
                    + "not String (\(value))")
        }
        #expect(throws: CIError.self) { try CIContext(checking: [.device: 1]) }
    }

    @Test("a device that isn't there is an error with the reason, or the processor renders") func missing() throws {
        let options: [CIContextOption: Any] = [.device: "vulkan:no device has this name"]
        let error = try #require(throws: CIError.self) { try CIContext(checking: options) }
        guard case .unusableDevice(let selection, let reason) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(selection == "vulkan:no device has this name")
        #expect("\(error)" == reason)
        #expect(reason.contains("can't be used: ") && reason.contains("install"))
        let context = CIContext(options: options)
        #expect(context.workingDevice == .cpu)
        let red = CIImage(color: .red).cropped(to: CGRect(x: 0, y: 0, width: 2, height: 2))
        #expect(context.createCGImage(red, from: red.extent) != nil)
    }

    @Test("all processors are listed, or why there are none") func listing() throws {
        let all = CIDevice.all
        #expect(all.first == .cpu)
        #expect(Set(all.map(\.selection)).count == all.count)
        for interface in ["CUDA", "Vulkan"] {
            let prefix = interface.lowercased()
            #expect((CIDevice.missingInterfaces[interface] == nil) == all.contains { $0.selection.hasPrefix(prefix) })
        }
        let nothing = try CIDevice.cpu.selfTest()
        #expect(nothing.passed == 0 && nothing.failures.isEmpty)
        for device in all where device != .cpu && device.problem == nil {
            let outcome = try device.selfTest()
            #expect(outcome.passed > 5)
            #expect(outcome.failures.isEmpty)
        }
    }
}
