import ImageGraph
import Interpreter
import KernelLanguage
import Pixels
import Testing

@Suite struct ControlFlowTests {
    let region = PixelRect(x: -3, y: -2, width: 40, height: 5)

    /// Collatz steps of x + 10: a varying loop with a varying branch inside, against the same in Swift.
    @Test func varyingLoopWithBranch() throws {
        var b = ProgramBuilder()
        let x = b.destination().x
        let n = b.register(.int, variable: true)
        let steps = b.register(.int, variable: true)
        let start = b.value(.floatToInt, [b.value(.floor, [x])], .int)
        let offset = b.value(.addInt, [start, b.int(10)], .int)
        b.emit(.move, [offset], to: [n])
        b.block(0) { b in
            b.loop { b in
                b.branch(b.value(.lessEqualInt, [n, b.int(1)], .bool)) { $0.exit(0) }
                let odd = b.value(.intToBool, [b.value(.andInt, [n, b.int(1)], .int)], .bool)
                b.branch(odd) { b in
                    let tripled = b.value(.multiplyInt, [n, b.int(3)], .int)
                    b.emit(.move, [b.value(.addInt, [tripled, b.int(1)], .int)], to: [n])
                } else: { b in
                    b.emit(.move, [b.value(.divideInt, [n, b.int(2)], .int)], to: [n])
                }
                b.emit(.move, [b.value(.addInt, [steps, b.int(1)], .int)], to: [steps])
            }
        }
        let result = b.value(.intToFloat, [steps])
        let output = try render(b.program([result, result, result, result]), region: region)
        for y in region.y..<region.maxY {
            for x in region.x..<region.maxX {
                var (number, count) = (x + 10, 0)
                while number > 1 {
                    number = number % 2 == 0 ? number / 2 : 3 * number + 1
                    count += 1
                }
                #expect(output[x, y].x == Float(count))
            }
        }
    }

    /// A uniform loop, which needs no masks, computes 0 + 1 + … + (n − 1).
    @Test(arguments: [0, 1, 7, 100]) func uniformLoop(count: Int) throws {
        var b = ProgramBuilder()
        let n = b.argument(b.parameter(.int))
        let i = b.register(.int, uniform: true, variable: true)
        let sum = b.register(.int, uniform: true, variable: true)
        b.block(0) { b in
            b.loop { b in
                b.branch(b.value(.lessEqualInt, [n, i], .bool)) { $0.exit(0) }
                b.emit(.move, [b.value(.addInt, [sum, i], .int)], to: [sum])
                b.emit(.move, [b.value(.addInt, [i, b.int(1)], .int)], to: [i])
            }
        }
        let result = b.value(.intToFloat, [sum])
        let output = try render(b.program([result, result, result, result]), [[Float(count)]], region: region)
        #expect(values(output).allSatisfy { $0.x == Float(count * (count - 1) / 2) })
    }

    /// Pixels that exit keep the values they had; the others go on.
    @Test func exitFromNestedBranchKeepsValues() throws {
        var b = ProgramBuilder()
        let x = b.destination().x
        let v = b.register(.float, variable: true)
        b.block(7) { b in
            b.emit(.move, [b.float(1)], to: [v])
            b.branch(b.value(.lessFloat, [x, b.float(10)], .bool)) { b in
                b.branch(b.value(.lessFloat, [x, b.float(0)], .bool)) { $0.exit(7) }
                b.emit(.move, [b.float(2)], to: [v])
            } else: { b in
                b.emit(.move, [b.float(3)], to: [v])
                b.branch(b.value(.lessFloat, [b.float(20), x], .bool)) { $0.exit(7) }
            }
            b.emit(.move, [b.value(.addFloat, [v, b.float(10)])], to: [v])
        }
        b.emit(.move, [b.value(.multiplyFloat, [v, b.float(2)])], to: [v])
        let output = try render(b.program([v, v, v, v]), region: region)
        for x in region.x..<region.maxX {
            let expected: Float = x < 0 ? 2 : x < 10 ? 24 : x < 20 ? 26 : 6
            #expect(output[x, 0].x == expected, "x = \(x)")
        }
    }

    /// A loop that never ends is stopped, at the same pixel for any region that has it.
    @Test func stepBudget() throws {
        var b = ProgramBuilder()
        let x = b.destination().x
        b.block(0) { b in
            b.loop { b in
                b.branch(b.value(.notEqualFloat, [x, b.float(5.5)], .bool)) { $0.exit(0) }
            }
        }
        let program = b.program([x, x, x, x])
        let backend = InterpreterBackend(stepBudget: 1000)
        let error = #expect(throws: KernelRunError.self) { try render(program, region: region, backend: backend) }
        #expect(
            error
                == .stepBudgetExceeded(kernel: "test", file: "test.cikernel", x: 5, y: -2, budget: 1000))
        #expect(throws: Never.self) {
            try render(program, region: PixelRect(x: 6, y: 0, width: 50, height: 2), backend: backend)
        }
    }
}
