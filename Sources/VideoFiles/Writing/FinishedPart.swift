import ChildProcesses
import Glibc
import VideoExchange

/// Finds the end of what is complete in a file whose writing was ended.
///
/// A disk that is full takes a part of the last write, which can end within a fragment or a cluster. Players report
/// that as damage.
struct FinishedPart {
    private let file: FileDescriptor
    private let size: Int64

    /// The size of a packet of MPEG-TS.
    private static let transportPacket: Int64 = 188
    private static let matroskaSegment: UInt64 = 0x1853_8067
    private static let matroskaCluster: UInt64 = 0x1F43_B675

    /// Looks at a regular file; nil for another one.
    init?(_ file: FileDescriptor) {
        var information = stat()
        guard fstat(file.number, &information) == 0, information.st_mode & S_IFMT == S_IFREG else { return nil }
        (self.file, size) = (file, Int64(information.st_size))
    }

    /// Cuts off what isn't complete. Nothing is changed if nothing is complete, or in containers whose readers find the
    /// next complete part by themselves.
    func trim(_ container: WritingRequest.Container) {
        let end: Int64? =
            switch container {
            case .mp4, .mov: endOfFragments
            case .matroska, .webm: endOfClusters
            case .mpegts: size / Self.transportPacket * Self.transportPacket
            case .nut, .ogg, .avi, .mxf: nil
            }
        if let end, end > 0, end < size { ftruncate(file.number, off_t(end)) }
    }

    /// The end of the last box that isn't the description of a fragment, as its samples follow it.
    private var endOfFragments: Int64? {
        var (position, complete): (Int64, Int64?) = (0, nil)
        while let header = bytes(at: position, 16) ?? bytes(at: position, 8) {
            var count = Int64(Self.number(header[..<4]))
            if count == 1, header.count == 16 { count = Int64(clamping: Self.number(header[8...])) }
            guard count >= 8, count <= size - position else { break }
            position += count
            if !header[4..<8].elementsEqual("moof".utf8) { complete = position }
        }
        return complete
    }

    /// The end of the last element of the segment that is complete, once there is a cluster.
    private var endOfClusters: Int64? {
        var position: Int64 = 0
        var hasCluster = false
        while let element = element(at: position) {
            if element.id == Self.matroskaSegment {
                position = element.start
                continue
            }
            // The end of an element of unknown size isn't known either.
            guard let count = element.count else { return nil }
            guard count <= size - element.start else { break }
            position = element.start + count
            if element.id == Self.matroskaCluster { hasCluster = true }
        }
        return hasCluster ? position : nil
    }

    /// Returns the identifier of an element of EBML, the place of its contents, and their size if it is known.
    private func element(at position: Int64) -> (id: UInt64, start: Int64, count: Int64?)? {
        guard let first = bytes(at: position, 1)?.first, first >= 0x10 else { return nil }
        let idLength = first.leadingZeroBitCount + 1
        guard let id = bytes(at: position, idLength),
            let length = bytes(at: position + Int64(idLength), 1)?.first, length > 0
        else { return nil }
        let sizeLength = length.leadingZeroBitCount + 1
        guard let digits = bytes(at: position + Int64(idLength), sizeLength) else { return nil }
        let mask = UInt64(1) << (7 * sizeLength) - 1
        let count = Self.number(digits[...]) & mask
        return (
            Self.number(id[...]), position + Int64(idLength + sizeLength), count == mask ? nil : Int64(count)
        )
    }

    /// Returns bytes of the file; nil if they aren't there.
    private func bytes(at position: Int64, _ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var result = 0
        repeat { result = pread(file.number, &bytes, count, off_t(position)) } while result < 0 && errno == EINTR
        return result == count ? bytes : nil
    }

    /// A number, the highest byte first.
    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
