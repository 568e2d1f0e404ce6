import Testing

@Suite("Renaming in all kernels of the repository") struct RenamingLongTests {
    @Test("every name of every kernel of the repository can be changed")
    func repository() throws {
        #expect(try RepositoryRenaming.count(in: RepositoryKernels.all) > 1000)
    }
}
