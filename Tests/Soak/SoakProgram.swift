import CoreImage
import Foundation
import Logging
import SoakLocks

/// Renders valid and hostile units, kernels, recipes and pictures on many threads for a given time, then counts leaked
/// resources.
///
/// The exit code is 1 if an innocent picture was wrong, an error had no description, a job didn't end, or more
/// resources remained than allowed.
@main
enum SoakProgram {
    static func main() throws {
        guard let options = SoakOptions(CommandLine.arguments.dropFirst()) else {
            FileHandle.standardError.write(
                Data("usage: Soak MINUTES [--threads N] [--seed N] [--products FOLDER]\n".utf8))
            exit(64)
        }
        soak_locks()
        // Thousands of units are refused, each with log messages.
        LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
        let folder = try SoakFolder()
        defer { folder.remove() }
        let scene = try SoakScene(folder, products: options.products)
        let run = SoakRun(scene, options)
        // Caches, pools and lazy values are filled during the warm-up; resource use must not grow afterwards.
        run.work(for: options.duration / 5, "warm-up")
        let before = SoakCensus.taken(of: folder, releasing: scene)
        run.work(for: options.duration * 4 / 5, "soak")
        let after = SoakCensus.taken(of: folder, releasing: scene, atMost: before)
        let excesses = SoakTable.print(run, before, after)
        folder.remove()
        exit(excesses == 0 && run.failures.isEmpty ? 0 : 1)
    }
}
