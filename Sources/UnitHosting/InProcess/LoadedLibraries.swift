import ChildProcesses
import CoreImageEssentials
import Foundation
import Glibc
import ImageUnits
import Synchronization

/// Determines the paths from which the libraries of units are loaded: the library's own path, unless another version
/// was already loaded from there.
///
/// The dynamic linker identifies libraries by path and by inode, and would return the old code for either. A changed
/// unit is therefore copied to a folder that only this user can enter, which is removed when the process ends.
/// Thread-safe.
final class LoadedLibraries: Sendable {
    static let shared = LoadedLibraries()

    /// For each library's path, the URLs from which the versions of its unit were loaded.
    private let urls = Mutex<[String: [UnitFingerprint: URL]]>([:])

    /// Returns the URL to load a library from.
    ///
    /// - Throws: `ImageUnitHostError.noCopy` if the unit has to be copied and can't be.
    func url(of library: URL, in bundle: URL, _ fingerprint: UnitFingerprint) throws(ImageUnitHostError) -> URL {
        let result = urls.withLock { urls -> Result<URL, ImageUnitHostError> in
            let known = urls[library.path] ?? [:]
            if let url = known[fingerprint] { return .success(url) }
            do throws(ImageUnitHostError) {
                let url = known.isEmpty ? library : try Self.copy(library, in: bundle, fingerprint)
                urls[library.path, default: [:]][fingerprint] = url
                return .success(url)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Copies the whole bundle, because code may look for files beside itself, and verifies that the copy is the
    /// version that was checked.
    private static func copy(
        _ library: URL, in bundle: URL, _ fingerprint: UnitFingerprint
    ) throws(ImageUnitHostError) -> URL {
        do {
            let original = library.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            let folder = try copies.get().appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            let copy = folder.appendingPathComponent(original.lastPathComponent)
            try FileManager.default.copyItem(at: original, to: copy)
            guard try UnitFingerprint(of: copy) == fingerprint else {
                try? FileManager.default.removeItem(at: folder)
                throw ImageUnitHostError.noCopy(bundle, "it changed meanwhile")
            }
            return copy.appendingPathComponent("Contents/Linux/\(library.lastPathComponent)")
        } catch let error as ImageUnitHostError {
            throw error
        } catch let problem as ImageUnitProblem {
            throw .noCopy(bundle, problem.message)
        } catch let problem as SystemProblem {
            throw .noCopy(bundle, problem.description)
        } catch {
            throw .noCopy(bundle, (error as NSError).localizedDescription)
        }
    }

    /// The folder of this process, created when first needed.
    private static let copies: Result<URL, any Error> = Result {
        let pattern = FileManager.default.temporaryDirectory.appendingPathComponent("coreimage-units-XXXXXX").path
        var template = Array(pattern.utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemProblem("making a folder like \(pattern)") }
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let folder = URL(fileURLWithPath: path, isDirectory: true)
        _ = ExitActions.shared.add { try? FileManager.default.removeItem(at: folder) }
        return folder
    }
}
