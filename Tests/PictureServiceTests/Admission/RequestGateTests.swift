import PictureService
import Testing

struct RequestGateTests {
    @Test func placesAreGivenBack() throws {
        let gate = RequestGate(places: 2)
        var places = [try gate.enter(), try gate.enter()]
        #expect(throws: Problem.self) { try gate.enter() }
        #expect(gate.taken == 2)
        places.removeLast()
        #expect(gate.taken == 1)
        places.append(try gate.enter())
        gate.close()
        places = []
        let problem = #expect(throws: Problem.self) { try gate.enter() }
        #expect(problem?.kind == .draining && gate.taken == 0)
    }
}
