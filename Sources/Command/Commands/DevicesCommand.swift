import ArgumentParser
import CommandOutput
import CoreImage
import Foundation

/// `coreimage devices`: lists the processors that can render.
struct DevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List the processors that can render: the CPU, and devices of CUDA and Vulkan.",
        discussion: """
            The environment variable COREIMAGE_DEVICE selects one for all commands. Without it, the CPU renders.
            With auto, a graphics processor that is found computes what is faster there.

            EXAMPLES
              coreimage devices
              coreimage devices --test
              COREIMAGE_DEVICE=vulkan coreimage apply photo.jpg -o result.jpg -- SepiaTone
            """)

    @Flag(help: "Run kernels on each device and compare the results. Fails if one is wrong.")
    var test = false

    @Flag(help: "Print an object with devices and missingInterfaces.")
    var json = false

    func run() throws {
        try refusing {
            let listing = DeviceListing(tests: test)
            if json {
                try JSONText.print(encoding: listing)
            } else {
                try StandardOutput.print(listing.text, terminator: "")
            }
            if listing.hasFailures { throw ExitCode.failure }
        }
    }
}

/// The output of `coreimage devices`.
private struct DeviceListing: Encodable {
    struct Device: Encodable {
        var name: String
        var selection: String
        var kind: String
        var driver: String
        var isSoftware: Bool
        var exactness: String
        var problem: String?
        var isInUse: Bool
        var test: Test?
    }

    struct Test: Encodable {
        var passed: Int
        var failures: [String]
    }

    let devices: [Device]
    let missingInterfaces: [String: String]

    init(tests: Bool) {
        let used = CIContext().workingDevice
        devices = CIDevice.all.map { device in
            Device(
                name: device.name, selection: device.selection, kind: device.kind, driver: device.driver,
                isSoftware: device.isSoftware, exactness: device.exactness, problem: device.problem,
                isInUse: device.selection == used.selection,
                test: tests && device != .cpu && device.problem == nil ? Self.test(device) : nil)
        }
        missingInterfaces = CIDevice.missingInterfaces
    }

    private static func test(_ device: CIDevice) -> Test {
        do {
            let outcome = try device.selfTest()
            return Test(passed: outcome.passed, failures: outcome.failures)
        } catch {
            return Test(passed: 0, failures: ["\(error)"])
        }
    }

    var hasFailures: Bool { devices.contains { $0.test?.failures.isEmpty == false } }

    var text: String {
        var lines: [String] = []
        for device in devices {
            lines.append("\(device.name): \(device.kind)\(device.isInUse ? ", in use" : "")")
            if !device.driver.isEmpty { lines.append("  driver   \(device.driver)") }
            if let problem = device.problem {
                lines.append("  problem  \(problem)")
                continue
            }
            lines.append("  results  \(device.exactness)")
            lines.append("  select   COREIMAGE_DEVICE='\(device.selection)'")
            if let test = device.test {
                let count = test.passed + test.failures.count
                lines.append("  test     \(test.passed) of \(count) kernels are right")
                lines += test.failures.map { "           \($0)" }
            }
        }
        for (interface, problem) in missingInterfaces.sorted(by: { $0.key < $1.key }) {
            lines.append("\(interface): none; \(problem)")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
