import PictureService
import Testing

/// Addresses of the registries of RFC 6890, and neighbours of their ranges.
struct InternetAddressTests {
    @Test(arguments: [
        "0.0.0.0", "0.255.255.255", "10.0.0.1", "10.255.255.255", "100.64.0.0", "100.127.255.255", "127.0.0.1",
        "127.255.255.255", "169.254.169.254", "172.16.0.0", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1",
        "192.168.0.1", "192.168.255.255", "198.18.0.0", "198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1",
        "239.255.255.255", "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:10.1.2.3",
        "64:ff9b::7f00:1", "64:ff9b:1::1", "100::1", "2001::1", "2001:1ff::1", "2001:db8::1", "2002:7f00:1::1",
        "3fff::1", "fc00::1", "fdff::1", "fe80::1", "fec0::1", "ff02::1", "4000::1", "::7f00:1",
    ])
    func specialAddresses(text: String) throws { #expect(try !#require(InternetAddress(text)).isPublic) }

    @Test(arguments: [
        "1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
        "169.253.255.255", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.167.255.255", "192.169.0.0",
        "198.17.255.255", "198.20.0.0", "223.255.255.255", "8.8.8.8", "2000::1", "2001:200::1", "2001:4860:4860::8888",
        "2606:4700::1111", "2a00::1", "::ffff:8.8.8.8", "64:ff9b::808:808",
    ])
    func publicAddresses(text: String) throws { #expect(try #require(InternetAddress(text)).isPublic) }

    @Test(arguments: ["", "host", "1.2.3", "1.2.3.256", "0x7f.1", "127.1", "[::1]", "fe80::1%lo", "::g"])
    func textsThatAreNone(text: String) { #expect(InternetAddress(text) == nil) }

    @Test func loopbackHasAnAddress() throws {
        let found = try InternetAddress.addresses(of: "localhost")
        #expect(found.allSatisfy { !$0.isPublic })
        // Other spellings of 127.0.0.1 are resolved to it, and refused as it is.
        #expect(try InternetAddress.addresses(of: "0x7f.1").allSatisfy { !$0.isPublic })
    }
}
