import Foundation
import Testing

@testable import SystemResources

/// Tests with descriptions of control groups of several systems. The texts follow `man 5 proc` and the kernel's
/// documentation.
@Suite("Control groups and memory")
struct SystemResourcesTests {
    private static let physical = 16 << 30

    private func available(_ groups: ControlGroups, _ files: [String: String]) -> Int {
        SystemMemory.available(physical: Self.physical, groups: groups) { files[$0] }
    }

    private let unified = ControlGroups(
        memberships: "0::/system.slice/photo.service\n",
        mounts: "29 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n")

    @Test("version 2: the least limit from the process's group up to the root counts, and max is none")
    func version2() {
        let service = "/sys/fs/cgroup/system.slice/photo.service"
        #expect(unified.branch(of: "memory")?.folders == [service, "/sys/fs/cgroup/system.slice", "/sys/fs/cgroup"])
        #expect(unified.branch(of: "memory")?.version == .v2)
        #expect(available(unified, [:]) == Self.physical)
        #expect(available(unified, [service + "/memory.max": "max\n"]) == Self.physical)
        #expect(available(unified, [service + "/memory.max": "536870912\n"]) == 512 << 20)
        #expect(
            available(
                unified,
                [service + "/memory.max": "536870912\n", "/sys/fs/cgroup/system.slice/memory.max": "268435456\n"])
                == 256 << 20)
        #expect(
            available(unified, [service + "/memory.max": "536870912\n", service + "/memory.high": "104857600\n"])
                == 100 << 20)
        #expect(available(unified, [service + "/memory.max": "99999999999999\n"]) == Self.physical)
        #expect(available(unified, [service + "/memory.max": "nonsense"]) == Self.physical)
    }

    private let separate = ControlGroups(
        memberships: "9:name=systemd:/\n4:memory:/process/one\n2:cpu,cpuacct:/\n0::/\n",
        mounts: """
            30 23 0:27 / /sys/fs/cgroup/memory rw,relatime shared:5 - cgroup cgroup rw,memory
            31 23 0:28 / /sys/fs/cgroup/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct
            32 23 0:29 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw
            33 23 0:30 / /tmp rw - tmpfs tmpfs rw

            """)

    @Test("version 1: the controller's own hierarchy counts, and its huge number is no limit")
    func version1() {
        let group = "/sys/fs/cgroup/memory/process/one"
        #expect(separate.branch(of: "memory")?.version == .v1)
        #expect(separate.branch(of: "cpuacct")?.folders == ["/sys/fs/cgroup/cpu,cpuacct"])
        #expect(available(separate, [group + "/memory.limit_in_bytes": "9223372036854771712\n"]) == Self.physical)
        #expect(available(separate, [group + "/memory.limit_in_bytes": "1073741824\n"]) == 1 << 30)
        #expect(
            available(separate, ["/sys/fs/cgroup/memory/process/memory.limit_in_bytes": "1073741824\n"]) == 1 << 30)
    }

    @Test("in a container, where the mount shows a part of the hierarchy or the group lies outside of it")
    func containers() {
        func memory(_ group: String) -> [String]? {
            ControlGroups(
                memberships: "4:memory:\(group)\n",
                mounts: "30 23 0:27 /docker/ab\\040c /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n"
            ).branch(of: "memory")?.folders
        }
        #expect(memory("/docker/ab c") == ["/sys/fs/cgroup/memory"])
        #expect(memory("/docker/ab c/job") == ["/sys/fs/cgroup/memory/job", "/sys/fs/cgroup/memory"])
        #expect(memory("/docker/ab cd") == ["/sys/fs/cgroup/memory"])
        #expect(memory("/../other") == ["/sys/fs/cgroup/memory"])
    }

    @Test("no control groups, or texts that make no sense, are no limit")
    func nothing() {
        for text in ["", "nonsense\n:\n::\n0:\n", "0::/a\n1 2 3 4 5 - - -\n"] {
            let groups = ControlGroups(memberships: text, mounts: text)
            #expect(available(groups, [:]) == Self.physical)
        }
    }

    @Test("the file of an address is found in a long list too, and other memory has none")
    func loadedFiles() throws {
        let list = """
            1000-2000 r-xp 00000000 fe:01 12                         /lib/first.so
            2000-3000 rw-p 00000000 00:00 0
            3000-4000 r-xp 00000000 fe:01 13                         /opt/a folder/second.so
            4000-5000 rw-p 00000000 00:00 0                          [heap]

            """
        for (address, path) in [
            (0xfff, nil), (0x1000, "/lib/first.so"), (0x1fff, "/lib/first.so"), (0x2000, nil),
            (0x3fff, "/opt/a folder/second.so"), (0x4001, nil), (0x5000, nil),
        ] as [(UInt, String?)] {
            #expect(LoadedFile.path(of: address, in: Array(list.utf8)) == path)
        }
        // This process's list of mappings is longer than one read returns, and the C library is near its end.
        let function = try #require(dlsym(nil, "printf"))
        let file = try #require(LoadedFile.path(of: UnsafeRawPointer(function)))
        #expect(file.contains("/libc."), "\(file)")
    }

    @Test("the available memory is between 1 byte and the physical memory")
    func here() {
        #expect((1...Int(clamping: ProcessInfo.processInfo.physicalMemory)).contains(SystemMemory.available))
    }
}
