import Synchronization

/// Counts the requests in work, and refuses those that are too many. Thread-safe.
package final class RequestGate: Sendable {
    /// A request's place, which is free again when this object is released.
    package final class Place: Sendable {
        private let gate: RequestGate

        fileprivate init(_ gate: RequestGate) { self.gate = gate }

        deinit { gate.leave() }
    }

    private struct State {
        var taken = 0
        var isClosed = false
    }

    /// The number of places.
    package let places: Int
    private let state = Mutex(State())

    /// Creates a gate.
    package init(places: Int) { self.places = places }

    /// The number of requests in work.
    package var taken: Int { state.withLock { $0.taken } }

    /// Takes a place.
    ///
    /// - Parameter hasBegun: Whether the request began before, so that it gets a place at a closed gate, too.
    /// - Throws: `Problem` of the kind `busy` or `draining`.
    package func enter(hasBegun: Bool = false) throws(Problem) -> Place {
        let problem = state.withLock { state in
            let problem = refusal(state, hasBegun: hasBegun)
            if problem == nil { state.taken += 1 }
            return problem
        }
        if let problem { throw problem }
        return Place(self)
    }

    /// Checks that there is a place now.
    ///
    /// - Throws: `Problem` of the kind `busy` or `draining`.
    package func check() throws(Problem) {
        if let problem = state.withLock({ refusal($0, hasBegun: false) }) { throw problem }
    }

    private func refusal(_ state: State, hasBegun: Bool) -> Problem? {
        if state.isClosed, !hasBegun {
            return Problem(.draining, "The service ends.", remedy: "Try again, at another one.")
        }
        guard state.taken >= places else { return nil }
        return Problem(.busy, "The service has \(places) pictures to process already.", remedy: "Try again later.")
    }

    /// Refuses further requests.
    package func close() { state.withLock { $0.isClosed = true } }

    private func leave() { state.withLock { $0.taken -= 1 } }
}
