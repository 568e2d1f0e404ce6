import CoreImage
import Foundation
import Logging
import SoakLocks

/// Renders valid and hostile units, kernels, recipes and pictures on many threads for as long as it is told, then counts what is left.
///
/// The exit code is 1 when an innocent picture was wrong, an error had no words, a job didn't end, or more was left than allowed.
@main
enum SoakProgram {
    static func main() throws {
        guard let options = SoakOptions(CommandLine.arguments.dropFirst()) else {
            FileHandle.standardError.write(
                Data("usage: Soak MINUTES [--threads N] [--seed N] [--products FOLDER]\n".utf8))
            exit(64)
        }
        soak_locks()
        // Thousands of units are refused, each with words.
        LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
        let folder = try SoakFolder()
        defer { folder.remove() }
        let scene = try SoakScene(folder, products: options.products)
        let run = SoakRun(scene, options)
        // Caches, pools and lazy values fill up first; what comes after them must not grow.
        run.work(for: options.duration / 5, "warm-up")
        let before = SoakCensus.taken(of: folder, releasing: scene)
        run.work(for: options.duration * 4 / 5, "soak")
        let after = SoakCensus.taken(of: folder, releasing: scene, atMost: before)
        let excesses = SoakTable.print(run, before, after)
        folder.remove()
        exit(excesses == 0 && run.failures.isEmpty ? 0 : 1)
    }
}
