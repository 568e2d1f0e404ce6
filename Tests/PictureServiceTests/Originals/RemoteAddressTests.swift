import PictureService
import Testing

struct RemoteAddressTests {
    @Test func partsAreFound() throws {
        let address = try #require(RemoteAddress("HTTPS://Images.Example:444/a%20b/c?d=e?f#g"))
        #expect(address.isSecure && address.host == "images.example" && address.port == 444)
        #expect(address.path == "/a%20b/c" && address.query == "d=e?f" && address.target == "/a%20b/c?d=e?f")
        #expect(address.authority == "images.example:444")
        let plain = try #require(RemoteAddress("http://[2001:DB8::1]"))
        #expect(!plain.isSecure && plain.host == "2001:db8::1" && plain.port == 80 && plain.path == "/")
        #expect(plain.authority == "[2001:db8::1]")
    }

    @Test(arguments: [
        "", "/a", "//a/b", "ftp://a", "http://", "http:///a", "http://user@a/", "http://user:b@a/", "http://a:0/",
        "http://a:65536/", "http://a:b/", "http://a:/", "http://a b/", "http://ä/", "http://a/\n", "http://[::1",
        "http://[::1]a",
        "http://[a]b:1", "http://a\\@b/", "javascript:alert(1)", "file:///etc/passwd",
    ])
    func othersAreRefused(text: String) { #expect(RemoteAddress(text) == nil) }
}
