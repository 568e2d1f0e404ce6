/// A loop of the module that exits leave: a loop of the program, or the body of a block as a loop that runs once.
struct Construct {
    /// The basic block after the loop.
    let merge: UInt32
    /// The labels whose end is reached from there without executing anything. An exit to one of them leaves the loop.
    let labels: Set<Int>
    /// Whether an exit leaves the loop.
    var isLeft = false
    /// The labels among them to which pixels exit from loops inside.
    var pending: Set<Int> = []
    /// Labels of constructs further outside to which pixels exit from here. They go on from loop to loop.
    var escaping: Set<Int> = []
}
