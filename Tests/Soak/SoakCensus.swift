import CoreImage
import Foundation
import Glibc

/// The resources that this process holds while nothing is rendered.
struct SoakCensus {
    /// The resident memory in bytes.
    var memory = 0
    /// The targets of the open file descriptors, sorted.
    var descriptors: [String] = []
    var children = 0
    var threads = 0
    /// The number of files in the folder for temporary files, including the built hostile unit.
    var temporaryFiles = 0
    var cacheFiles = 0
    var cacheBytes = 0
    var loadedUnits = 0

    /// The maximum time to wait for threads and processes that are no longer needed to end.
    private static let patience = Duration.seconds(40)

    /// Releases resources and counts the rest. Waits until the counts of threads, processes and descriptors no longer
    /// decrease and are within `limit` (without a limit, for at least 12 s), but at most for `patience`.
    static func taken(of folder: SoakFolder, releasing scene: SoakScene, atMost limit: SoakCensus? = nil) -> SoakCensus
    {
        scene.release()
        let start = ContinuousClock.now
        var last = now(folder)
        while ContinuousClock.now - start < patience {
            sleep(1)
            Self.trimMemory()
            let next = now(folder)
            defer { last = next }
            let isSettled =
                next.threads >= last.threads && next.children >= last.children
                && next.descriptors.count >= last.descriptors.count
            let isWithin =
                limit.map {
                    next.threads <= $0.threads && next.children <= $0.children
                        && next.descriptors.count <= $0.descriptors.count
                } ?? (ContinuousClock.now - start > .seconds(12))
            if isSettled, isWithin { break }
        }
        return now(folder)
    }

    /// Returns unused pages to the system. No header that Swift imports declares this function of the C library.
    private static func trimMemory() {
        guard let symbol = dlsym(nil, "malloc_trim") else { return }
        _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)(0)
    }

    private static func now(_ folder: SoakFolder) -> SoakCensus {
        var census = SoakCensus()
        let statm = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        census.memory = (statm.count > 1 ? Int(statm[1]) ?? 0 : 0) * sysconf(Int32(_SC_PAGESIZE))
        let manager = FileManager.default
        census.descriptors = ((try? manager.contentsOfDirectory(atPath: "/proc/self/fd")) ?? [])
            .compactMap { try? manager.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0) }
            // The numbers of sockets and pipes differ each time.
            .map { $0.prefix { $0 != "[" } + "" }.map(String.init).sorted()
        let tasks = (try? manager.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        census.threads = tasks.count
        census.children = tasks.reduce(0) { count, task in
            let text = (try? String(contentsOfFile: "/proc/self/task/\(task)/children", encoding: .utf8)) ?? ""
            return count + text.split(separator: " ").count
        }
        census.temporaryFiles = folder.files(in: .temporary).count
        (census.cacheFiles, census.cacheBytes) = folder.files(in: .cache)
        census.loadedUnits = CIPlugIn.loadedUnits.count
        return census
    }
}
