/// The contents of a cache file: the full key, the object, and a checksum of both.
///
/// The layout is a magic number that is also the layout's version, the lengths of key and object, the checksum, the key
/// and the object. The magic number and the lengths are 8 bytes each, the checksum 16 bytes, all little endian.
enum CachedObject {
    private static let magic: UInt64 = 0x3130_306a_624f_4943  // "CIObj001"
    private static let headerSize = 40

    /// Returns the bytes of a cache file.
    static func encoded(key: [UInt8], object: [UInt8]) -> [UInt8] {
        let contents = key + object
        let checksum = contents.withUnsafeBytes { MurmurHash($0) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(headerSize + contents.count)
        for number in [magic, UInt64(key.count), UInt64(object.count), checksum.low, checksum.high] {
            withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
        }
        return bytes + contents
    }

    /// Returns the object in a cache file, or nil if the file is damaged or belongs to another key.
    static func object(in bytes: [UInt8], for key: [UInt8]) -> [UInt8]? {
        guard bytes.count >= headerSize else { return nil }
        return bytes.withUnsafeBytes { bytes in
            let header = (0..<5).map {
                UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self))
            }
            let contents = UnsafeRawBufferPointer(rebasing: bytes[headerSize...])
            guard header[0] == magic, header[1] == UInt64(key.count), key.count <= contents.count,
                header[2] == UInt64(contents.count - key.count), contents.starts(with: key)
            else { return nil }
            let checksum = MurmurHash(contents)
            guard header[3] == checksum.low, header[4] == checksum.high else { return nil }
            return [UInt8](contents[key.count...])
        }
    }
}
