import ChildProcesses
import CoreImage
import Foundation
import ImageUnits
import UntrustedInput

/// The key of all that decides about a job's result: its pictures, its recipe or chain, the size and the format, and
/// the versions of this module and of the image units. Jobs with equal keys have equal results.
struct ContentKey {
    /// Increased when the same job gives another result.
    private static let version = 2

    /// 64 hexadecimal digits.
    let text: String

    /// - Parameters:
    ///   - files: The descriptors of the job.
    ///   - format: The extension of the result's format.
    ///   - decodesReduced: Whether pictures may be decoded at a fraction of their size.
    /// - Throws: `JobFailure` of the kind `input`.
    init(_ job: JobRequest, files: [FileDescriptor], format: String, decodesReduced: Bool) throws {
        let digest = ContentDigest()
        digest.add(Self.version)
        digest.add(decodesReduced ? 1 : 0)
        var same = job
        // What names the job, its pictures and its result, but doesn't change it.
        (same.id, same.output, same.deadline, same.reuse) = ("-", .memory(format: format), nil, false)
        (same.input, same.images, same.contentKey) = (nil, job.images.mapValues { _ in .memory(0) }, nil)
        if case .file? = same.recipe { same.recipe = .file("-") }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        Self.add(try encoder.encode(same), to: digest)
        if case .file(let path)? = job.recipe { try Self.add(file: path, to: digest) }
        for report in LoadedUnits.shared.fingerprints { Self.add(Data(report.utf8), to: digest) }
        if let key = job.contentKey {
            Self.add(Data(key.utf8), to: digest)
        } else {
            let pictures = [job.input].compactMap { $0 } + job.images.sorted { $0.key < $1.key }.map(\.value)
            for picture in pictures {
                switch picture {
                case .file(let path): try Self.add(file: path, to: digest)
                case .memory(let index): try Self.add(descriptor: job.file(index, of: files), to: digest)
                }
            }
        }
        text = digest.finish()
    }

    /// Adds bytes, after their number, so that the parts of a key can't be confused.
    private static func add(_ bytes: Data, to digest: ContentDigest) {
        digest.add(bytes.count)
        bytes.withUnsafeBytes { digest.add($0) }
    }

    private static func add(file path: String, to digest: ContentDigest) throws(JobFailure) {
        try add(descriptor: PictureFile.open(path), to: digest)
    }

    private static func add(descriptor file: FileDescriptor, to digest: ContentDigest) throws(JobFailure) {
        var part = [UInt8](repeating: 0, count: 1 << 18)
        var offset = 0
        while true {
            let count = withExtendedLifetime(file) { pread(file.number, &part, part.count, off_t(offset)) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw JobFailure(.input, "A picture can't be read: \(String(cString: strerror(errno))).")
            }
            if count == 0 { break }
            part.withUnsafeBytes { digest.add(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            offset += count
        }
        digest.add(offset)
    }
}
