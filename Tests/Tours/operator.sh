#!/usr/bin/env bash
# A test from an operator's point of view: applies `apply`, `enhance`, `info` and pipes to a hundred pictures of all
# formats and orientations, three of which are broken. Prints the time of each step. Usage: operator.sh [PRODUCTS].
# PRODUCTS is the folder of the built command, by default .build/debug.
set -euo pipefail
source "$(dirname "$0")/steps.sh"

scene=$package/Tests/Fixtures/scene.jpg
mkdir oriented pictures pictures/camera

# stored ORIENTATION: writes the scene with this orientation tag and a red square, which is in the top left corner when
# the picture is displayed upright.
stored() {
    local size=600x400 corner
    [ "$1" -le 4 ] || size=400x600
    local right=$((${size%x*} - 90)) top=$((${size#*x} - 90))
    # The corner of the stored pixels that is the upright picture's top left corner, according to the definition of the
    # tag.
    case $1 in
    1 | 5) corner=0,$top ;;
    2 | 8) corner=$right,$top ;;
    3 | 7) corner=$right,0 ;;
    4 | 6) corner=0,0 ;;
    esac
    "$command" apply "$scene" -o stored.png --fill "$size"
    "$command" apply stored.png -o "oriented/$1.jpg" -- ConstantColorGenerator color=#ff0000, \
        Crop "rectangle=$corner,90,90", SourceOverCompositing backgroundImage=@input
    # The EXIF entry of the orientation: tag 0x0112, one number of 16 bits.
    local entry
    entry=$(LC_ALL=C grep -obUaP '\x12\x01\x03\x00\x01\x00\x00\x00' "oriented/$1.jpg" | head -1)
    printf "\\x0$1" | dd of="oriented/$1.jpg" bs=1 seek=$((${entry%%:*} + 8)) conv=notrunc status=none
}
all_stored() { for orientation in 1 2 3 4 5 6 7 8; do stored "$orientation"; done; }

# All formats that can be written here; those of video codecs need plug-ins of libheif.
all_formats() {
    local format
    for format in png tif webp gif heic avif jxl; do
        if ! "$command" apply oriented -o pictures/$format --format $format; then
            case $format in
            heic | avif | jxl) echo "$format can't be written here" >>"$work/left-out" ;;
            *) return 1 ;;
            esac
        fi
    done
}
shopt -s globstar nullglob
step "8 pictures with all orientations" all_stored
step "the same in all formats" all_formats
sort -u "$work/left-out" 2>/dev/null || true
made=(pictures/**/*.*)
for ((number = ${#made[@]} + 3; number < 100; number++)); do
    cp "oriented/$((number % 8 + 1)).jpg" "pictures/camera/$number.jpg"
done
head -c 9000 oriented/1.jpg >"pictures/camera/cut off.jpg"
: >pictures/camera/empty.png
echo "This is no picture." >pictures/text.jpg
made=(pictures/**/*.*)
[ ${#made[@]} -eq 100 ] || fail "there are ${#made[@]} pictures"

# check FOLDER COUNT: expects that many upright, small results, and a line of JSON in the last step's output for each.
check() {
    local results=("$1"/**/*.*)
    [ ${#results[@]} -eq "$2" ] || fail "$1 has ${#results[@]} results, not $2"
    cp output lines
    grep -q "^coreimage: 3 of $(($2 + 3)) pictures failed" errors || fail "the failures aren't counted: $(cat errors)"
    for broken in "cut off.jpg" empty.png text.jpg; do
        grep -q "$broken" errors || fail "$broken isn't named: $(cat errors)"
    done
    # The top left corner of each result, where the square must be.
    "$command" apply "$1" -r -o "$1-corners/{number}.png" --quiet -- Crop rectangle=0,250,16,16
    "$command" info "$1-corners" --histogram --json >corners
    "$command" info "$1" -r --json >described
    python3 - "$2" <<'PYTHON' || fail "$1 has wrong results"
import json, sys
count = int(sys.argv[1])
lines = [json.loads(line) for line in open("lines")]
failed = sorted(line["input"].split("/")[-1] for line in lines if line["error"])
assert len(lines) == count + 3 and failed == ["cut off.jpg", "empty.png", "text.jpg"], (len(lines), failed)
assert all(line["error"] or (line["width"], line["height"]) == (400, 267) for line in lines), lines
described = [json.loads(line) for line in open("described")]
assert len(described) == count
for picture in described:
    assert (picture["width"], picture["height"], picture["orientation"]) == (400, 267, 1), picture
corners = [json.loads(line) for line in open("corners")]
assert len(corners) == count
for picture in corners:
    # The fraction of pixels in the upper half of the histogram: all in red, none in the other components.
    light = {colour: sum(picture["histogram"][colour][128:]) for colour in ("red", "green", "blue")}
    assert light["red"] > 0.99 and light["green"] < 0.01 and light["blue"] < 0.01, (picture["file"], light)
PYTHON
}

step_ending 2 "apply: fit 100 pictures into 400 × 400" "$command" apply pictures -r -o small --fit 400x400 --strip --json
check small 97
step_ending 2 "the same, one at a time" "$command" apply pictures -r -o single --fit 400x400 --strip --json --jobs 1
# Only eight pictures, because face detection takes seconds for each in a debug build.
step_ending 2 "enhance 8 pictures and three broken ones" "$command" enhance pictures/tif "pictures/camera/cut off.jpg" \
    pictures/camera/empty.png pictures/text.jpg -o better --fit 400x400 --strip --json
check better 8
step_ending 2 "info: 100 pictures" "$command" info pictures -r --json
[ "$(wc -l <"$work/output")" -eq 100 ] || fail "info has $(wc -l <"$work/output") lines"
step_ending 1 "apply: nothing is replaced" "$command" apply pictures -r -o small --fit 400x400
step_ending 2 "apply: one format, named by a pattern" "$command" apply pictures -r -o 'web/{number}-{name}.webp' --fill 64x64
web=(web/*.webp)
[ ${#web[@]} -eq 97 ] || fail "there are ${#web[@]} pictures in WebP"

pipe() { "$command" apply - -o - --format png --fit 200x200 <oriented/6.jpg | "$command" enhance - -o - --format jpg >pipe.jpg; }
step "two commands in a pipe" pipe
step "info on standard input" bash -c '"$0" info - --json <pipe.jpg' "$command"
python3 -c 'import json, sys; p = json.load(open("output")); sys.exit(max(p["width"], p["height"]) != 200 or p["format"] != "jpeg")' ||
    fail "the pipe's picture is wrong: $(cat output)"
step_ending 1 "a broken picture through a pipe" bash -c '"$0" apply - -o - --format png --fit 9x9 <pictures/text.jpg' "$command"
[ ! -s "$work/output" ] || fail "a failure wrote something to standard output"
echo "The operator's tour is done."
