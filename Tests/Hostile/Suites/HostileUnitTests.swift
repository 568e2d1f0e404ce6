import HostileCases
import Testing

/// Units whose code attacks are loaded into this process as a host loads them. The test completes only if the host
/// survives. `HostileUnitLongTests` has all of them.
@Suite("Hostile units", .serialized)
struct HostileUnitTests {
    @Test("every kind of attack ends in a typed failure within its deadline, and an innocent unit goes on rendering")
    func everyKind() throws { try HostileTrial.run(HostileUnitCase.ordinary, numberedFrom: 0) }

    @Test("the ordinary attacks have every end that an attack may have")
    func ends() {
        let all = HostileUnitCase.all.flatMap(\.ends)
        #expect(Set(HostileUnitCase.ordinary.flatMap(\.ends)) == Set(all))
    }
}
