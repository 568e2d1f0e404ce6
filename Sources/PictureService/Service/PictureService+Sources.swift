import ChildProcesses
import Foundation
import ImageUnits
import PictureWorker
import Sandboxing

extension PictureService {
    /// Returns a picture of a source, by the parts of the address behind the route.
    ///
    /// - Throws: `Problem`.
    func original(at parts: ArraySlice<String>) async throws(Problem) -> OriginalPicture {
        guard let name = parts.first, let source = configuration.sources[name] else {
            throw Problem(
                .missing, "There is no source of this name.",
                remedy: "Write the name of a source, and behind it the path.")
        }
        let path = try SourcePath(parts.dropFirst())
        switch source {
        case .folder:
            guard let folder = folders[name] else {
                throw Problem(.internal, "The source isn't open.", remedy: "Report it to the operator.")
            }
            return try await BlockingWork.run { [hashes] () throws(Problem) in
                let file = try folder.file(at: path)
                let (hash, version) = try hashes.hash(of: file)
                return OriginalPicture(file: file, hash: hash, version: version)
            }
        case .remote(let source):
            let data = try await source.picture(at: path, through: exchange)
            return try await BlockingWork.run { () throws(Problem) in
                OriginalPicture(file: try Self.memory(data), hash: ContentDigest.sha256(of: data), version: nil)
            }
        }
    }

    /// Returns memory with the bytes of a picture, for the worker.
    static func memory(_ data: Data) throws(Problem) -> FileDescriptor {
        guard !data.isEmpty else {
            throw Problem(.input, "The picture has no bytes.", remedy: "Send a picture that can be opened.")
        }
        do throws(SharedMemoryError) {
            let memory = try SharedMemory(byteCount: data.count, workersMayWrite: false)
            memory.withUnsafeMutableBytes { _ = data.copyBytes(to: $0) }
            return memory.descriptor
        } catch {
            throw Problem(.busy, "The picture has no room in memory.", remedy: "Try again later.")
        }
    }

    /// Returns the bytes of a result.
    static func bytes(of memory: FileDescriptor) throws(Problem) -> Data {
        do throws(SystemProblem) {
            return try SharedMemory(received: memory).withUnsafeBytes { Data($0) }
        } catch {
            throw Problem(.internal, "The result can't be read: \(error).", remedy: "Try again.")
        }
    }
}
