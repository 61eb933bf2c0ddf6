import Foundation
import Support
import Testing

/// The library's file: what it shows, and what it needs.
@Suite("libheadroom.so", .timeLimit(.minutes(10)))
struct LibraryTests {
    /// The functions that the headers declare.
    private func declared() throws -> Set<String> {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: CProgram.headers)
        var names: Set<String> = []
        for path in paths where path.hasSuffix(".h") {
            let text = try String(contentsOfFile: "\(CProgram.headers)/\(path)", encoding: .utf8)
            let code = text.replacing(/\/\/.*/, with: "")
            names.formUnion(code.matches(of: /(headroom_\w+)\(/).map { String($0.1) })
        }
        return names
    }

    @Test("shows the functions of its headers, and nothing else")
    func symbols() throws {
        let lines = try CProgram.run(["nm", "-D", "--defined-only", "--extern-only", CProgram.library()]).split(
            separator: "\n")
        let shown = lines.map { $0.split(separator: " ").dropFirst() }
        // Its own version is a symbol, too.
        let functions = shown.filter { $0.first != "A" }
        #expect(functions.allSatisfy { $0.first == "T" && $0.last?.hasSuffix("@@HEADROOM_1") == true })
        let names = Set(functions.compactMap { $0.last?.split(separator: "@").first.map(String.init) })
        #expect(names.count > 40)
        #expect(names == (try declared()))
    }

    @Test("has a name with a version, stays once it is loaded, and needs nothing of Swift")
    func needs() throws {
        let dynamic = try CProgram.run(["readelf", "-d", "-W", CProgram.library()])
        #expect(dynamic.contains("Library soname: [libheadroom.so.1]"))
        #expect(dynamic.contains("NODELETE"))
        let needed = dynamic.matches(of: /\(NEEDED\).*\[(.*)\]/).map { String($0.1) }
        #expect(needed.contains("libdbus-1.so.3"))
        let strangers = needed.filter { name in
            !["libdbus-1.", "libsystemd.", "libc.", "libm.", "libgcc_s.", "libstdc++.", "ld-linux"]
                .contains { name.hasPrefix($0) }
        }
        #expect(strangers == [])
    }

    @Test(
        "each header is enough by itself, for C and for C++",
        arguments: [("cc", "c99"), ("cc", "c17"), ("c++", "c++17"), ("clang", "c99"), ("clang++", "c++20")])
    func headers(compiler: String, standard: String) throws {
        let folder = try TemporaryFolder()
        let names = try FileManager.default.subpathsOfDirectory(atPath: CProgram.headers).filter { $0.hasSuffix(".h") }
        #expect(names.count == 9)
        for name in names {
            let source = "\(folder.path)/source.\(standard.hasPrefix("c++") ? "cc" : "c")"
            try """
            #include <\(name)>
            #include <\(name)>
            int main(void) {
                headroom_error error;
                HEADROOM_CLEAR(error);
                return headroom_abi() == HEADROOM_ABI && error.code == HEADROOM_OK;
            }
            """.write(toFile: source, atomically: true, encoding: .utf8)
            try CProgram.compile(
                source, with: compiler, ["-std=\(standard)", "-c", "-o", "\(folder.path)/source.o"])
        }
    }

    @Test("a program in C++ links with it")
    func cxx() throws {
        let folder = try CProgram.folder()
        try folder.write(
            """
            #include <headroom.h>
            #include <cstdio>
            int main() { return std::puts(headroom_version()) < 0; }
            """, to: "version.cc")
        let program = "\(folder.path)/version"
        // The compiler that a sanitizer would need speaks C++ by the file's name, too.
        try CProgram.compile(
            "\(folder.path)/version.cc", ["-L\(folder.path)", "-Wl,-rpath,\(folder.path)", "-o", program],
            libraries: ["-lheadroom"])
        let version = try CProgram.run([try BuiltProgram.path("headroomd"), "--version"])
        #expect("headroomd \(try CProgram.run([program]))" == version)
    }
}
