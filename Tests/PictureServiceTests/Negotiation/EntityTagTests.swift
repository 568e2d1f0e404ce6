import PictureService
import Testing

struct EntityTagTests {
    private let tag = EntityTag(key: "0123456789abcdef0123456789abcdefXXXX")

    @Test(arguments: [
        "\"0123456789abcdef0123456789abcdef\"", "W/\"0123456789abcdef0123456789abcdef\"",
        "\"a\", \"0123456789abcdef0123456789abcdef\"", "\"a,b\",\t\"0123456789abcdef0123456789abcdef\" , \"c\"",
    ])
    func tagsThatAreNamed(value: String) { #expect(tag.isNamed(in: [value])) }

    @Test(arguments: [
        "", "0123456789abcdef0123456789abcdef", "\"0123456789abcdef0123456789abcde\"", "w/*", "\"*\"", "*",
    ])
    func tagsThatAreNot(value: String) { #expect(!tag.isNamed(in: [value])) }

    @Test func anyTag() {
        #expect(EntityTag.isAny(in: ["*"]) && EntityTag.isAny(in: [" *\t"]))
        #expect(!EntityTag.isAny(in: []) && !EntityTag.isAny(in: ["\"*\"", "W/*", "\"a\", *"]))
    }
}
