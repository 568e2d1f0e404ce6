import UntrustedInput

/// The control groups (cgroups) that a process belongs to, and the folders of their files.
package struct ControlGroups: Sendable {
    /// The version of the kernel interface of a group.
    package enum Version: Sendable {
        /// Separate hierarchies, each for one or a few controllers.
        case v1
        /// One hierarchy for all controllers.
        case v2
    }

    /// The groups of one controller that the process belongs to.
    package struct Branch: Hashable, Sendable {
        /// The version of the interface in the folders.
        package let version: Version
        /// The folder of the process's own group, followed by those of its ancestors, with the outermost last.
        package let folders: [String]
    }

    private struct Mount {
        let root: String
        let point: String
        let version: Version
        let controllers: [Substring]
    }

    private let memberships: String
    private let mounts: [Mount]

    /// The groups of this process. Empty if the system has no control groups or hides them.
    package static var current: ControlGroups {
        ControlGroups(
            memberships: (try? FileReader.text(at: "/proc/self/cgroup")) ?? "",
            mounts: (try? FileReader.text(at: "/proc/self/mountinfo")) ?? "")
    }

    /// Creates control groups from the kernel's descriptions.
    ///
    /// - Parameters:
    ///   - memberships: The text of `/proc/PID/cgroup`.
    ///   - mounts: The text of `/proc/PID/mountinfo`.
    package init(memberships: String, mounts: String) {
        self.memberships = memberships
        self.mounts = mounts.split(separator: "\n").compactMap(Self.mount)
    }

    /// Returns the groups of a controller such as `memory`, or nil if no mounted hierarchy has the controller or the
    /// process is in none of its groups. A controller in no hierarchy of version 1 is assumed to be in that of version
    /// 2, if there is one.
    package func branch(of controller: String) -> Branch? {
        var unified: Branch?
        for line in memberships.split(separator: "\n") {
            // `4:memory:/group`, and `0::/group` for version 2.
            let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3 else { continue }
            if fields[1].split(separator: ",").contains(Substring(controller)) {
                return mounts.first { $0.version == .v1 && $0.controllers.contains(Substring(controller)) }
                    .map { Self.branch(of: String(fields[2]), $0) }
            }
            if fields[0] == "0", fields[1].isEmpty, let mount = mounts.first(where: { $0.version == .v2 }) {
                unified = Self.branch(of: String(fields[2]), mount)
            }
        }
        return unified
    }

    private static func branch(of group: String, _ mount: Mount) -> Branch {
        // In a container, the mount may show only the part of the hierarchy below `root`.
        var inside = group
        if mount.root != "/" {
            let isBelow = group == mount.root || group.hasPrefix(mount.root + "/")
            inside = isBelow ? String(group.dropFirst(mount.root.count)) : ""
        }
        var parts = inside.split(separator: "/")
        if parts.contains("..") { parts = [] }
        let folders = (0...parts.count).reversed().map { count in
            ([mount.point] + parts.prefix(count).map(String.init)).joined(separator: "/")
        }
        return Branch(version: mount.version, folders: folders)
    }

    /// Parses a line such as `36 35 98:0 /root /point rw - cgroup cgroup rw,memory`. Returns nil for other file
    /// systems.
    private static func mount(_ line: Substring) -> Mount? {
        let fields = line.split(separator: " ")
        guard let dash = fields.firstIndex(of: "-"), dash >= 6, fields.count > dash + 3,
            let version = ["cgroup": Version.v1, "cgroup2": .v2][fields[dash + 1]]
        else { return nil }
        return Mount(
            root: unescaped(fields[3]), point: unescaped(fields[4]), version: version,
            controllers: fields[dash + 3].split(separator: ","))
    }

    /// Decodes the kernel's escapes for spaces and similar characters, a backslash and three octal digits.
    private static func unescaped(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            if byte == UInt8(ascii: "\\"), digits.count == 3,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
            {
                bytes.append(value)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
