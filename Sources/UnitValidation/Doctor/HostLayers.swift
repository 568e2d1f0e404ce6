import CoreImage
import Foundation
import JIT
import Sandboxing
import UnitProcesses
import UntrustedInput

/// The components of the host that units may need, with their state on this machine.
enum HostLayers {
    static var all: [DoctorReport.Layer] { [compiler, worker, landlock, seccomp] }

    private static var compiler: DoctorReport.Layer {
        let isThere = ValidationRenderer.machineCode.isAvailable
        return DoctorReport.Layer(
            name: "LLVM", isPresent: isThere,
            detail: isThere
                ? "kernels that the host trusts are compiled"
                : "kernels are interpreted, which is slower; install libllvm19, or unset COREIMAGE_LLVM")
    }

    /// The program that runs machine code of units.
    private static var worker: DoctorReport.Layer {
        let found = UnitIsolation.workerExecutable
        let detail: String
        var isThere = false
        switch found {
        case .success(let program):
            isThere = true
            detail = "machine code of units runs in \(printable(program.path, limit: 4096))"
        case .failure(let error): detail = "\(error)"
        }
        return DoctorReport.Layer(name: "unit worker", isPresent: isThere, detail: detail)
    }

    private static var landlock: DoctorReport.Layer {
        let version = WorkerProtection.available.landlockVersion
        return DoctorReport.Layer(
            name: "Landlock", isPresent: version != nil,
            detail: version.map { "version \($0) keeps units' code out of files" }
                ?? "the kernel can't keep units' code from reading files, and it may write none; use Linux 5.13 or later with lsm=landlock"
                + (CIPlugIn.landlockUse == .require
                    ? "; machine code of units doesn't run without it, unless COREIMAGE_LANDLOCK=prefer says so" : "")
        )
    }

    private static var seccomp: DoctorReport.Layer {
        let isThere = WorkerProtection.available.systemCallFilter
        return DoctorReport.Layer(
            name: "seccomp", isPresent: isThere,
            detail: isThere
                ? "system calls of units' code are filtered"
                : "the kernel can't filter system calls, without which no code of units runs; use one built with CONFIG_SECCOMP_FILTER"
        )
    }
}
