import Testing

@testable import PictureService

@Suite("Cache-Control of addresses that expire")
struct CacheControlTests {
    @Test(
        "the shorter time counts, and shared caches keep nothing",
        arguments: [
            ("public, max-age=86400", 60, "private, max-age=60"),
            ("public, max-age=86400", 2_000_000_000, "private, max-age=86400"),
            ("max-age=10, immutable", 60, "private, max-age=10, immutable"),
            ("Public, S-MaxAge=9, Max-Age=10", 0, "private, max-age=0"),
            ("public", 60, "private, max-age=60"), ("no-store", 60, "no-store"),
            ("private, no-cache", 60, "private, max-age=60, no-cache"),
        ])
    func limited(value: String, seconds: Int, expected: String) {
        #expect(CacheControl.limited(value, to: seconds) == expected)
    }
}
