import Foundation
import TestSupport
import Testing

@Suite("coreimage devices")
struct DevicesCommandTests {
    private struct Listing: Decodable {
        struct Device: Decodable {
            struct Test: Decodable {
                var passed: Int
                var failures: [String]
            }

            var name: String
            var selection: String
            var isInUse: Bool
            var problem: String?
            var test: Test?
        }

        var devices: [Device]
        var missingInterfaces: [String: String]
    }

    private static func run(_ arguments: [String], device: String? = nil) throws -> CommandProcess.Outcome {
        let process = try CommandProcess()
        return try CommandProcess.run(
            ProductsFolder.product("coreimage"), arguments, in: process.folder,
            environment: ["HOME": process.folder.path, "COREIMAGE_DEVICE": device ?? ""])
    }

    @Test("lists the processors, and why there are no others") func listing() throws {
        let outcome = try Self.run(["devices"])
        #expect(outcome.code == 0)
        #expect(outcome.output.hasPrefix("CPU: processor of this process, in use\n  results  every bit\n"))
        for interface in ["CUDA", "Vulkan"] {
            let isMissing = outcome.output.contains("\n\(interface): none; ")
            #expect(isMissing != outcome.output.contains("COREIMAGE_DEVICE='\(interface.lowercased()):"))
        }
    }

    @Test("JSON has the same, and tests of usable devices") func json() throws {
        let outcome = try Self.run(["devices", "--json", "--test"])
        #expect(outcome.code == 0)
        let listing = try JSONDecoder().decode(Listing.self, from: Data(outcome.output.utf8))
        #expect(listing.devices.filter(\.isInUse).map(\.name) == ["CPU"])
        for device in listing.devices where device.name != "CPU" && device.problem == nil {
            #expect(device.test?.failures == [])
        }
    }

    @Test("a value of COREIMAGE_DEVICE that can't be used is told, and the processor renders")
    func wrongVariable() throws {
        for (value, text) in [("gpu", "COREIMAGE_DEVICE takes cpu, auto, cuda"), ("vulkan:none", "can't be used")] {
            let outcome = try Self.run(
                ["apply", CommandProcess.scene, "-o", "result.png", "--", "SepiaTone"], device: value)
            #expect(outcome.code == 0)
            #expect(outcome.errors.contains(text))
            #expect(outcome.errors.contains("; the CPU renders instead"))
        }
    }
}
