import PictureService
import Testing

/// Compares codes with the test cases of RFC 4231, section 4.
struct SigningKeyTests {
    private static func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = Array(hexadecimal)
        return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    }

    private struct Case: Sendable {
        let key: [UInt8]
        let message: [UInt8]
        let code: String
    }

    private static let cases = [
        Case(
            key: .init(repeating: 0x0b, count: 20), message: Array("Hi There".utf8),
            code: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
        Case(
            key: Array("Jefe".utf8), message: Array("what do ya want for nothing?".utf8),
            code: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
        Case(
            key: .init(repeating: 0xaa, count: 20), message: .init(repeating: 0xdd, count: 50),
            code: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
        Case(
            key: Array(0x01...0x19), message: .init(repeating: 0xcd, count: 50),
            code: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
        Case(
            key: .init(repeating: 0xaa, count: 131),
            message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            code: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
        Case(
            key: .init(repeating: 0xaa, count: 131),
            message: Array(
                "This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm."
                    .utf8),
            code: "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
    ]

    @Test(arguments: cases.indices)
    func codesAreThoseOfTheRFC(index: Int) {
        let given = Self.cases[index]
        #expect(SigningKey(given.key).code(of: given.message) == Self.bytes(given.code))
    }

    @Test func theKeyIsNotPrinted() {
        #expect(!"\(SigningKey("secret secret secret".utf8))".contains("secret secret"))
    }
}
