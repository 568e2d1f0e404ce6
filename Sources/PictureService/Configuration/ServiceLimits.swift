import PictureWorker

/// What clients and pictures may use.
package struct ServiceLimits: Decodable, Hashable, Sendable {
    /// The longest body of a request, in bytes.
    package var body = 32 << 20
    /// The most bytes of a request's header.
    package var header = 16 << 10
    /// The most connections at a time. Further ones wait in the system.
    package var connections = 256
    /// The most requests that wait for the worker. Further ones are refused with 503.
    package var queue = 64
    /// The seconds that a picture may take, with its wait for the worker.
    package var deadline = 20.0
    /// The seconds in which a request's header has to arrive; also the time that an unused connection is kept.
    package var headerTime = 15.0
    /// The seconds in which a request's body has to arrive.
    package var bodyTime = 30.0
    /// The seconds in which a client has to read a result.
    package var writeTime = 30.0
    /// The seconds in which requests are finished when the service ends.
    package var drainTime = 25.0
    /// The seconds after which a refused client may try again.
    package var retryAfter = 1

    private enum Key: String, CodingKey, CaseIterable {
        case body, header, connections, queue, deadline
        case headerTime = "header_time"
        case bodyTime = "body_time"
        case writeTime = "write_time"
        case drainTime = "drain_time"
        case retryAfter = "retry_after"
    }

    package init() {}

    package init(from decoder: any Decoder) throws {
        let fields = try RequestField.container(of: decoder, Key.self, "limits such as {\"body\": \"32M\"}")
        body = try fields.bytes(.body, atLeast: 1024) ?? body
        header = try fields.bytes(.header, atLeast: 1024) ?? header
        connections = try fields.integer(.connections, in: 1...65536) ?? connections
        queue = try fields.integer(.queue, in: 0...65536) ?? queue
        deadline = try fields.seconds(.deadline) ?? deadline
        headerTime = try fields.seconds(.headerTime) ?? headerTime
        bodyTime = try fields.seconds(.bodyTime) ?? bodyTime
        writeTime = try fields.seconds(.writeTime) ?? writeTime
        drainTime = try fields.seconds(.drainTime) ?? drainTime
        retryAfter = try fields.integer(.retryAfter, in: 0...3600) ?? retryAfter
    }
}
