import Testing

@testable import CommandOutput
@testable import PictureBatches

@Suite("The number of pictures at a time")
struct JobCountTests {
    @Test("A chosen number is from 1 to 256", arguments: [0, 257])
    func outside(jobs: Int) {
        #expect {
            try JobCount(jobs)
        } throws: {
            "\($0)" == "--jobs \(jobs): write 1 to 256"
        }
    }

    @Test("A chosen number doesn't depend on the machine", arguments: [1, 256])
    func chosen(jobs: Int) throws {
        #expect(try JobCount(jobs).count(memory: nil, memoryPerJob: 1 << 50) == jobs)
    }

    @Test("Without a choice, at least one picture is processed, and no more than the memory is enough for")
    func suiting() throws {
        #expect(try JobCount(nil).count(memory: nil, memoryPerJob: 1 << 50) == 1)
        #expect(try JobCount(nil).count(memory: MemorySize(argument: "20M"), memoryPerJob: 1) == 1)
    }

    @Test("Memory that isn't enough for the chosen number is refused")
    func tooLittle() throws {
        let memory = MemorySize(argument: "20M")
        #expect(try JobCount(1).count(memory: memory, memoryPerJob: 1) == 1)
        #expect {
            try JobCount(2).count(memory: memory, memoryPerJob: 1)
        } throws: {
            "\($0)".contains("too little for 2 pictures at a time")
        }
    }
}
