import KernelLanguage
import Testing

@testable import KernelLanguageServer

@Suite("Formatting") struct FormattingTests {
    private func format(_ source: String, _ style: FormattingStyle = FormattingStyle()) throws -> String {
        let document = KernelDocument(source)
        return document.applying(try document.formatted(style))
    }

    @Test(
        "spaces in lines",
        arguments: [
            ("float a=b*-c+ - d - -1.0;", "float a = b * -c + -d - -1.0;"),
            ("f( a ,b )[ 0 ] . x=1 .0;", "f(a, b)[0].x = 1 .0;"),
            ("if(a>b)return(-a);else return ! b;", "if (a > b) return (-a); else return !b;"),
            ("for(int i=0;i<3;i ++)x[i]+= ++ y;", "for (int i = 0; i < 3; i++) x[i] += ++y;"),
            ("for(;;){}", "for (;;) {}"), ("while(a);", "while (a) ;"), ("f( ){ }", "f() { }"),
            ("x=a?b:-c,y=~z^w;", "x = a ? b : -c, y = ~z ^ w;"),
            ("float v[]=float[]( 1.,2. );", "float v[] = float[](1., 2.);"),
            ("vec2 [ 2 ]p={ vec2 (1),vec2(2)};", "vec2[2] p = { vec2(1), vec2(2) };"),
            ("a=- -b; c = - --d; e = !(f) != g;", "a = - -b; c = - --d; e = !(f) != g;"),
            ("if (x) -y; if (x) ++y;", "if (x) -y; if (x) ++y;"), ("a /*b*/+/*c*/ d;", "a /*b*/+/*c*/ d;"),
            ("a++ + ++b; a-- - --b;", "a++ + ++b; a-- - --b;"), ("x = a\u{A0}+\tb;", "x = a + b;"),
            ("a<<=b>>c&&d||e^^f;", "a <<= b >> c && d || e ^^ f;"),
        ])
    func spaces(source: String, expected: String) throws {
        #expect(try format(source) == expected + "\n")
    }

    @Test("lines, blocks, heads and comments")
    func lines() throws {
        let source = """


            // A comment.
              kernel   vec4 f( __sample s,
             float a ){
            /* two
                 lines */
            if(a>1.0)
            s*=2.0;
              else if(a<0.0)
            s=-s;
            else
            {
            for(int i=0;i<3;i++)
            for(int j=0;j<3;j++)
            if(i==j)
            s+=1.0;
            else
            s-=1.0;
            }



            float x=a
            +1.0;
            #if  A
              #define  B  1   // kept
            #endif
            do{ x+=1.0; }
            while(x<3.0);
            vec4 v=vec4(
            mix(a,
            x,
            0.5),
            vec3(1.0)
            );
            const float t[2]={
            1.0,   // one
            22.0,  // two
            };
            return s;// end
            }
            """
        let expected = """
            // A comment.
            kernel vec4 f(__sample s,
                float a) {
                /* two
                 lines */
                if (a > 1.0)
                    s *= 2.0;
                else if (a < 0.0)
                    s = -s;
                else
                {
                    for (int i = 0; i < 3; i++)
                        for (int j = 0; j < 3; j++)
                            if (i == j)
                                s += 1.0;
                            else
                                s -= 1.0;
                }

                float x = a
                    + 1.0;
            #if  A
              #define  B  1   // kept
            #endif
                do { x += 1.0; }
                while (x < 3.0);
                vec4 v = vec4(
                    mix(a,
                        x,
                        0.5),
                    vec3(1.0)
                );
                const float t[2] = {
                    1.0, // one
                    22.0, // two
                };
                return s; // end
            }

            """
        #expect(try format(source) == expected)
        #expect(try format(expected) == expected)
    }

    @Test("aligned comments at the ends of lines stay aligned")
    func alignedComments() throws {
        let source =
            "kernel vec4 f(float a) {\n  a+=1.0;        // one\n  a = a * 2.0;   // two\n  return vec4(a); // end\n}\n"
        #expect(
            try format(source)
                == "kernel vec4 f(float a) {\n    a += 1.0;    // one\n    a = a * 2.0; // two\n    return vec4(a); // end\n}\n"
        )
    }

    @Test("tabs, their size, and the ends of lines")
    func styles() throws {
        let source = "kernel vec4 f() {\r\nif (true)\r\n  return vec4(1.0);\r\nreturn vec4(0.0);}"
        #expect(
            try format(source, FormattingStyle(tabSize: 8, insertsSpaces: false))
                == "kernel vec4 f() {\r\n\tif (true)\r\n\t\treturn vec4(1.0);\r\n\treturn vec4(0.0); }\r\n")
        #expect(
            try format(source, FormattingStyle(tabSize: 2))
                == "kernel vec4 f() {\r\n  if (true)\r\n    return vec4(1.0);\r\n  return vec4(0.0); }\r\n")
        #expect(FormattingStyle(tabSize: -5).tabSize == 1)
        #expect(FormattingStyle(tabSize: .max).tabSize == 16)
    }

    @Test("a range changes whole lines, and no others")
    func range() throws {
        let source = "float a=1.0;\nfloat b=2.0;\nfloat c=3.0;\nfloat d=4.0;\n"
        let document = KernelDocument(source)
        let edits = try document.formatted(in: SourceSpan(start: 15, end: 30))
        #expect(document.applying(edits) == "float a=1.0;\nfloat b = 2.0;\nfloat c = 3.0;\nfloat d=4.0;\n")
    }

    @Test("a mark of UTF-8, joined lines, and texts without tokens")
    func special() throws {
        #expect(try format("\u{FEFF}  float a=1.0;") == "\u{FEFF}float a = 1.0;\n")
        #expect(try format("float a=1.0\\\n   +2.0;") == "float a = 1.0\\\n   + 2.0;\n")
        #expect(try format("") == "")
        #expect(try format("\n \n") == "")
        #expect(try format("// only") == "// only\n")
        #expect(try format("#define A   \\\n   1\nfloat a=A;") == "#define A   \\\n   1\nfloat a = A;\n")
        #expect(
            try format("#define A /* two\nlines */ 1\nfloat a=A;") == "#define A /* two\nlines */ 1\nfloat a = A;\n")
    }

    @Test(
        "texts that aren't formatted",
        arguments: [
            ("kernel vec4 f() {", "'{' on line 1 is never closed"), ("float a;\n}", "'}' on line 2 has no opening"),
            ("f(]", "']' on line 1 has no opening"), ("/* open", "open comment"),
            ("float a = \"x\";", "without a meaning"),
            (String(repeating: "{", count: 1000), "nested too deeply"),
        ])
    func refused(source: String, reason: String) {
        let error = #expect(throws: FormattingRefusal.self) { try format(source) }
        #expect(error?.description.contains(reason) == true)
    }

    @Test("every kernel of the repository keeps its tokens, and is formatted once")
    func repository() throws {
        #expect(RepositoryKernels.all.count > 200, "the kernels were not found")
        var formattedCount = 0
        for (name, source) in RepositoryKernels.all {
            guard let result = try? format(source) else { continue }
            formattedCount += 1
            #expect(try format(result) == result, "\(name) is formatted twice")
            let (before, after) = (SourceTokens(KernelSource(text: source)), SourceTokens(KernelSource(text: result)))
            #expect(before.tokens.map(\.text) == after.tokens.map(\.text), "\(name) has other tokens")
            #expect(before.tokens.map(\.startsLine) == after.tokens.map(\.startsLine), "\(name) has other lines")
            func solid(_ text: String) -> String { text.filter { !$0.isWhitespace } }
            #expect(solid(source) == solid(result), "\(name) has other text")
            let style = FormattingStyle(tabSize: 3, insertsSpaces: false)
            let tabs = try format(result, style)
            #expect(try format(tabs, style) == tabs, "\(name) is formatted twice with tabs")
            #expect(solid(tabs) == solid(result), "\(name) has other text with tabs")
            if let kernels = try? KernelCompiler.check(KernelSource(text: source)).get() {
                let same = try KernelCompiler.check(KernelSource(text: result)).get()
                #expect(kernels.map(\.dump) == same.map(\.dump), "\(name) is compiled differently")
            }
        }
        #expect(
            formattedCount * 10 > RepositoryKernels.all.count * 9,
            "\(formattedCount) of \(RepositoryKernels.all.count) were formatted")
    }
}
