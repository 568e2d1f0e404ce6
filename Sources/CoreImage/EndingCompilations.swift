import JIT

/// Waits until no kernel is being compiled, and prevents further compilations. A program calls this before it ends with
/// `exit` while renderings may still run, because LLVM's destructors would free memory that a compilation uses.
package func endCompilations() { RunningCompilations.shared.wait() }
