import PictureService
import Testing

struct AddressSignatureTests {
    private let key = SigningKey("0123456789abcdef".utf8)
    private let other = SigningKey("fedcba9876543210".utf8)

    /// The code of the RFC's second case, in the URL-safe alphabet: as `base64 | tr +/ -_` prints it.
    @Test func signaturesAreInTheSafeAlphabet() {
        let signature = AddressSignature.text(of: "what do ya want for nothing?", key: SigningKey("Jefe".utf8))
        #expect(signature == "W9zBRr9gdU5qBCQmCJV1x1oAPwidJzmDnexYuWTsOEM")
    }

    @Test(arguments: ["/i/photos/a.jpg", "/i/photos/a.jpg?w=100", "/i/photos/%C3%A4.jpg?w=1&h=2&e=1900000000"])
    func signedAddressesAreValid(target: String) {
        let signed = AddressSignature.signing(target, key: key)
        #expect(AddressSignature.isValid(signed, keys: [key]))
        #expect(AddressSignature.isValid(signed, keys: [other, key]))
        #expect(!AddressSignature.isValid(signed, keys: [other]))
        #expect(!AddressSignature.isValid(signed, keys: []))
        #expect(!AddressSignature.isValid(target, keys: [key]))
    }

    /// Each changed byte of the address or of the signature is noticed.
    @Test func everyChangeIsNoticed() {
        let signed = Array(AddressSignature.signing("/i/photos/a.jpg?w=100&h=50", key: key).utf8)
        for index in signed.indices {
            var changed = signed
            changed[index] ^= 1
            #expect(!AddressSignature.isValid(String(decoding: changed, as: UTF8.self), keys: [key]), "byte \(index)")
        }
    }

    @Test func parametersCannotBeAdded() {
        let signed = AddressSignature.signing("/i/photos/a.jpg?w=100", key: key)
        for added in ["&w=200", "&h=3", "#", "="] {
            #expect(!AddressSignature.isValid(signed + added, keys: [key]))
        }
        #expect(!AddressSignature.isValid("/i/photos/a.jpg?s=", keys: [key]))
        #expect(!AddressSignature.isValid("s=", keys: [key]))
    }
}
