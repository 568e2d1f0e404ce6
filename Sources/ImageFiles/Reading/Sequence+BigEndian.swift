extension Sequence<UInt8> {
    /// The number that these bytes store, the most significant byte first. There are at most seven of them.
    var bigEndianNumber: Int { reduce(0) { $0 << 8 | Int($1) } }
}
