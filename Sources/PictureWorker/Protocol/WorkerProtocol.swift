/// The protocol's description for programs.
package enum WorkerProtocol {
    /// The JSON Schema of all lines, version 1.
    package static var schema: String {
        String(decoding: PackageResources.worker_protocol_1_json, as: UTF8.self)
    }
}
