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

    /// The examples of RFC 3986, sections 5.4.1 and 5.4.2, without what isn't HTTP, and without parameters.
    @Test(arguments: [
        ("g", "/b/c/g"), ("./g", "/b/c/g"), ("g/", "/b/c/g/"), ("/g", "/g"), ("?y", "/b/c/d;p?y"), ("g?y", "/b/c/g?y"),
        ("g#s", "/b/c/g"), ("g?y#s", "/b/c/g?y"), (";x", "/b/c/;x"), (".", "/b/c/"), ("./", "/b/c/"), ("..", "/b/"),
        ("../", "/b/"), ("../g", "/b/g"), ("../..", "/"), ("../../g", "/g"), ("../../../g", "/g"), ("/./g", "/g"),
        ("/../g", "/g"), ("g.", "/b/c/g."), (".g", "/b/c/.g"), ("g..", "/b/c/g.."), ("./../g", "/b/g"),
        ("./g/.", "/b/c/g/"), ("g/./h", "/b/c/g/h"), ("g/../h", "/b/c/h"), ("g?y/../x", "/b/c/g?y/../x"),
        ("a%2Fb:c", "/b/c/a%2Fb:c"),
    ])
    func references(text: String, target: String) throws {
        let base = try #require(RemoteAddress("https://a:8443/b/c/d;p?q"))
        let address = try #require(RemoteAddress(text, from: base))
        #expect(address.isSecure && address.authority == "a:8443" && address.target == target, "\(address)")
    }

    @Test func referencesToOtherHosts() throws {
        let base = try #require(RemoteAddress("http://a/b/c"))
        #expect(RemoteAddress("//g/x/../y", from: base) == RemoteAddress("http://g/y"))
        #expect(RemoteAddress("https://g", from: base) == RemoteAddress("https://g/"))
        for text in ["", "#s", "g:h", "http:g", "file:///etc/passwd", "//", "a b", "ü"] {
            #expect(RemoteAddress(text, from: base) == nil, "\(text)")
        }
    }
}
