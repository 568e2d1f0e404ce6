import Glibc

/// What the host tells a worker before anything else, as JSON: the part of the policy that the worker imposes on itself.
struct WorkerOrders: Codable {
    let readable: [String]
    let scratch: String
    let addressSpace: Int
    let openFiles: Int
    let fileSize: Int
    let channels: Int
    let landlock: LandlockUse
    let newestLandlock: Int32

    /// The exit code of a worker whose channel is gone.
    static let hungUpCode: Int32 = 74
    /// The exit code of a worker that can't load Core Image, before any orders.
    static let missingLibraryCode: Int32 = EX_OSFILE

    /// The open files that a worker starts with, besides the standard three.
    enum Descriptors {
        static let status: Int32 = 3
        static let firstChannel: Int32 = 4
    }

    /// The worker's answer when it is sandboxed.
    struct Answer: Codable {
        let protection: WorkerProtection
        /// Bytes that it may map.
        let addressSpaceLimit: UInt64
    }
}
