#!/usr/bin/env bash
# A test from a client's point of view: packages that depend on this one by path and by tag, and a program compiled
# against the built products. Prints the time of each step. Usage: client.sh [PRODUCTS]. PRODUCTS is the folder of the
# built command, by default .build/debug.
#
# SwiftPM looks for all products and refuses unsafe flags before it compiles anything, so the test doesn't build the
# client. COREIMAGE_TOUR=full builds the client by path and runs it, which takes minutes.
set -euo pipefail
source "$(dirname "$0")/steps.sh"
# SwiftPM keeps fetched packages in the user's home folder.
export HOME=$user_home

# copy FOLDER: copies this package, including uncommitted changes, into a folder with a name that a client doesn't
# expect.
copy() {
    mkdir -p "$1"
    (cd "$package" && git ls-files -z --cached --others --exclude-standard) |
        while IFS= read -r -d '' file; do
            if [ -e "$package/$file" ] || [ -L "$package/$file" ]; then printf '%s\0' "$file"; fi
        done | tar -C "$package" --null -T - -cf - | tar -C "$1" -xf -
}
# Makes a repository of a copy, with a version tag, as a clone with the uncommitted changes would be.
tagged() {
    copy remote/core-image.git
    cd remote/core-image.git
    git init -q
    git add -A
    git -c user.name=tour -c user.email=tour@example.org -c commit.gpgsign=false commit -qm "Tag a version"
    git -c tag.gpgsign=false tag 0.1.0
    cd "$work"
}

# client FOLDER DEPENDENCY PRODUCT…: a package with a program that uses the products, and one that uses nothing.
client() {
    local folder=$1 dependency=$2 products_used=""
    shift 2
    for product in "$@"; do products_used+=".product(name: \"$product\", package: \"core-image\"), "; done
    mkdir -p "$folder/Sources/Client" "$folder/Sources/Nothing"
    cat >"$folder/Package.swift" <<SWIFT
// swift-tools-version: 6.1
import PackageDescription
let package = Package(
    name: "Client",
    dependencies: [$dependency],
    targets: [
        .executableTarget(name: "Client", dependencies: [$products_used]), .executableTarget(name: "Nothing"),
    ])
SWIFT
    cp main.swift "$folder/Sources/Client/main.swift"
    echo 'print("nothing")' >"$folder/Sources/Nothing/main.swift"
}

cat >main.swift <<'SWIFT'
import CoreImage
import Foundation
let image = try CIImage(loading: URL(fileURLWithPath: CommandLine.arguments[1]))
let sepia = CIFilter.sepiaTone()
sepia.inputImage = image
let result = sepia.outputImage!.transformed(by: CGAffineTransform(scaleX: 0.5, y: 0.5))
try CIContext().writePNGRepresentation(
    of: result, to: URL(fileURLWithPath: CommandLine.arguments[2]), format: .RGBA8,
    colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
print(Int(result.extent.width), Int(result.extent.height))
SWIFT

# The products that README tells clients to use.
used=(CoreImage coreimage-unit-worker)
[ ! -e "$products/libCoreImageDetection.so" ] || used+=(CoreImageDetection)
by_path=".package(name: \"core-image\", path: \"$work/image filters\")"
by_tag=".package(url: \"file://$work/remote/core-image.git\", from: \"0.1.0\")"

step "a copy in a folder of another name" copy "image filters"
step "a repository with a tag" tagged
client by-path "$by_path" "${used[@]}"
client by-tag "$by_tag" "${used[@]}"
for way in by-path by-tag; do
    step "$way: resolve" swift package --package-path "$way" resolve
    step "$way: products found, flags allowed" swift package --package-path "$way" show-dependencies
    grep -q 'swift-log' output || fail "$way: the package's dependencies are missing: $(cat output)"
    step "$way: plan, and a program that uses nothing" swift build --package-path "$way" --product Nothing
done
# Builds all products but CoreImage, because they build quickly.
for product in "${used[@]:1}"; do
    step "by-tag: $product" swift build --package-path by-tag --product "$product"
done
# SwiftPM must refuse a missing product, and a product with unsafe flags by version. Otherwise the steps above prove
# nothing.
client misspelt "$by_path" CoreImages
step_ending 1 "a product that isn't there" swift package --package-path misspelt show-dependencies
grep -q "product 'CoreImages'" errors || fail "a misspelt product is refused for another reason: $(cat errors)"
client unsafe "$by_tag" coreimage
step_ending 1 "a product with unsafe flags" swift package --package-path unsafe show-dependencies
grep -q 'unsafe build flags' errors || fail "a product with unsafe flags is refused for another reason: $(cat errors)"

# run PROGRAM: renders, and the result has half the size.
run() {
    "$1" "$package/Tests/Fixtures/scene.png" sepia.png >size
    [ "$(cat size)" = "320 240" ] && [ -s sepia.png ] || fail "expected '320 240' and a picture; the client printed: $(cat size)"
}
compile() {
    mapfile -t flags < <("$command" units build --print-flags)
    swiftc main.swift -o alone "${flags[@]}"
}
step "one file, compiled against what is built" compile
step "… run" run ./alone
if [ "${COREIMAGE_TOUR:-}" = full ]; then
    step "by-path: build everything" swift build --package-path by-path
    step "… run" run by-path/.build/debug/Client
    [ -x by-path/.build/debug/coreimage-unit-worker ] || fail "the client's build made no coreimage-unit-worker"
fi
echo "The client's tour is done."
