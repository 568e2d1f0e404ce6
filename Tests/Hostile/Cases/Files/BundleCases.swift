import Foundation
import Glibc

extension HostileCase {
    /// Bundles that contain pipes, sockets, links or huge files instead of the expected files.
    static let bundles: [HostileCase] = [
        .unit(
            "Description.plist is a pipe that nobody writes to", .bundle,
            refusal: ["Hostile.plugin", "not a regular file"]
        ) { unit in
            try unit.writeInfo()
            try unit.write("", to: "Contents/Resources/x")
            guard mkfifo(unit.path(HostileUnit.description), 0o600) == 0 else {
                throw HostileSetupError("mkfifo", errno)
            }
        },
        .unit("Info.plist is a socket", .bundle, refusal: ["Hostile.plugin", "Info.plist"]) { unit in
            try unit.write(HostileUnit.oneFilter("Fine"), to: HostileUnit.description)
            try makeSocket(in: unit.path("Contents"), named: "Info.plist")
        },
        linked("Description.plist leads to /etc/passwd", to: "/etc/passwd"),
        linked("Description.plist leads to /dev/zero", to: "/dev/zero"),
        linked("Description.plist leads to /proc/self/environ", to: "/proc/self/environ"),
        linked("Description.plist leads out by ..", to: "../../../../secret.plist"),
        linked("Description.plist leads to itself", to: "Description.plist", words: []),
        .unit("Resources leads out of the bundle", .bundle, refusal: ["Hostile.plugin", "outside"]) { unit in
            try unit.writeInfo()
            let outside = unit.bundle.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
                "outside")
            try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
            try HostileUnit.oneFilter("Fine").write(
                to: outside.appendingPathComponent("Description.plist"), atomically: false, encoding: .utf8)
            try FileManager.default.createSymbolicLink(
                atPath: unit.path("Contents/Resources"), withDestinationPath: outside.path)
        },
        kernelFile("a kernel file of ../", "../../../../secret"),
        kernelFile("a kernel file of an absolute path", "/etc/passwd"),
        .unit("a kernel file that leads to /etc/shadow", .bundle, refusal: ["Hostile.plugin", "Kernel.cikernel"]) {
            unit in
            try unit.writeInfo()
            try unit.write(HostileUnit.oneFilter("Evil"), to: HostileUnit.description)
            try FileManager.default.createSymbolicLink(
                atPath: unit.path("Contents/Resources/Kernel.cikernel"), withDestinationPath: "/etc/shadow")
        },
        .unit(
            "a kernel file that is a pipe", .bundle,
            refusal: ["Hostile.plugin", "Kernel.cikernel", "not a regular file"]
        ) { unit in
            try unit.writeInfo()
            try unit.write(HostileUnit.oneFilter("Evil"), to: HostileUnit.description)
            guard mkfifo(unit.path("Contents/Resources/Kernel.cikernel"), 0o600) == 0 else {
                throw HostileSetupError("mkfifo", errno)
            }
        },
        .unit("a kernel file of a terabyte", .bundle, refusal: ["Hostile.plugin", "Kernel.cikernel", "more than"]) {
            unit in
            try unit.write(kernel: "", filter: "Evil")
            guard truncate(unit.path("Contents/Resources/Kernel.cikernel"), 1 << 40) == 0 else {
                throw HostileSetupError("truncate", errno)
            }
        },
        .unit(
            "a Description.plist of a terabyte", .bundle, refusal: ["Hostile.plugin", "Description.plist", "more than"]
        ) { unit in
            try unit.write(kernel: "", filter: "Evil")
            guard truncate(unit.path(HostileUnit.description), 1 << 40) == 0 else {
                throw HostileSetupError("truncate", errno)
            }
        },
        .unit("names with terminal escapes and reversed text", .bundle, refusal: ["Hostile.plugin"]) { unit in
            try unit.writeInfo()
            try unit.write(
                HostileUnit.oneFilter("Evil&#10;&#9;\u{202E}\u{85}gnp", kernelFile: "\u{202E}nowhere&#13;"),
                to: HostileUnit.description)
        },
        .unit("a bundle whose name is an escape sequence", .bundle, refusal: ["Description.plist"]) { unit in
            let evil = HostileUnit(
                folder: unit.bundle.deletingLastPathComponent(), name: "\u{1B}]0;owned\u{07}\u{1B}[2J")
            try evil.writeInfo()
        },
        HostileCase(
            "a file in place of the bundle", .bundle, expected: .refusal(["Hostile.plugin"]),
            prepare: { folder in
                try Data("no folder".utf8).write(to: folder.appendingPathComponent("Hostile.plugin"))
                return [HostileInvocation(["units", "Hostile.plugin"])]
            }),
        .unit("an executable of another bundle", .bundle, refusal: ["Hostile.plugin", "CFBundleExecutable"]) { unit in
            try unit.writeInfo("<key>CFBundleExecutable</key><string>../../../../bin/sh</string>")
            try unit.write(
                HostileUnit.list(
                    """
                    <key>CIPlugInVersion</key><integer>1</integer><key>CIPlugInFilterList</key><dict><key>Evil</key><dict>
                    <key>CIFilterClass</key><string>Evil</string></dict></dict>
                    """), to: HostileUnit.description)
        },
        .unit("30 000 filters without a kernel", .bundle, refusal: ["Hostile.plugin"]) { unit in
            try unit.writeInfo()
            let filters = (0..<30_000).map { "<key>F\($0)</key><dict><key>CIKernelFile</key><string>K</string></dict>" }
                .joined()
            try unit.write(
                HostileUnit.list("<key>CIPlugInFilterList</key><dict>\(filters)</dict>"), to: HostileUnit.description)
        },
    ]

    private static func linked(_ name: String, to target: String, words: [String] = ["outside"]) -> HostileCase {
        .unit(name, .bundle, refusal: ["Hostile.plugin", "Description.plist"] + words) { unit in
            try unit.writeInfo()
            try unit.write("", to: "Contents/Resources/x")
            try Data(HostileUnit.oneFilter("Stolen").utf8).write(
                to: unit.bundle.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
                    "secret.plist"))
            try FileManager.default.createSymbolicLink(
                atPath: unit.path(HostileUnit.description), withDestinationPath: target)
        }
    }

    private static func kernelFile(_ name: String, _ file: String) -> HostileCase {
        .unit(name, .bundle, refusal: ["Hostile.plugin", "outside", "CIKernelFile"]) { unit in
            try unit.writeInfo()
            try unit.write(HostileUnit.oneFilter("Evil", kernelFile: file), to: HostileUnit.description)
        }
    }

    private static func makeSocket(in folder: String, named name: String) throws {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw HostileSetupError("socket", errno) }
        defer { close(descriptor) }
        // The path of a socket must be short, so it is bound in /tmp and then moved.
        let path = "/tmp/hostile-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0 else { throw HostileSetupError("bind", errno) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        guard rename(path, folder + "/" + name) == 0 else { throw HostileSetupError("rename", errno) }
    }
}

/// An error of creating a hostile file on this machine.
struct HostileSetupError: Error, CustomStringConvertible {
    let description: String

    init(_ call: String, _ code: Int32) { description = "\(call) failed: \(String(cString: strerror(code)))" }
}
