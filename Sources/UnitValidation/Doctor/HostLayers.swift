import Foundation
import JIT

/// The parts of the host that units may need, as they are on this machine.
enum HostLayers {
    static var all: [DoctorReport.Layer] { [compiler, landlock, seccomp] }

    private static var compiler: DoctorReport.Layer {
        let isThere = ValidationRenderer.machineCode.isAvailable
        return DoctorReport.Layer(
            name: "LLVM", isPresent: isThere,
            detail: isThere
                ? "kernels that the host trusts are compiled"
                : "kernels are interpreted, which is slower; install libllvm19, or unset COREIMAGE_LLVM")
    }

    private static var landlock: DoctorReport.Layer {
        let names = (try? String(contentsOfFile: "/sys/kernel/security/lsm", encoding: .utf8)) ?? ""
        let isThere = names.split(separator: ",").contains {
            $0.trimmingCharacters(in: .whitespacesAndNewlines) == "landlock"
        }
        return DoctorReport.Layer(
            name: "Landlock", isPresent: isThere,
            detail: isThere
                ? "the kernel can keep a process out of files"
                : "the kernel doesn't say that it can keep a process out of files; use Linux 5.13 or later with lsm=landlock"
        )
    }

    private static var seccomp: DoctorReport.Layer {
        let actions = try? String(contentsOfFile: "/proc/sys/kernel/seccomp/actions_avail", encoding: .utf8)
        let isThere = actions?.contains("kill_process") == true
        return DoctorReport.Layer(
            name: "seccomp", isPresent: isThere,
            detail: isThere
                ? "the kernel can keep a process from system calls"
                : "the kernel can't keep a process from system calls; use one built with CONFIG_SECCOMP_FILTER")
    }
}
