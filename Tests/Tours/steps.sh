# Functions and settings for the tours, which read this file with `source`. Creates a temporary folder, makes it the
# current one, and excludes the user's units, caches and settings.
#
# Sets `package`, `products` (from the first argument), `command`, `work` and `user_home`.

package=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
products=$(cd "${1:-$package/.build/debug}" && pwd)
command=$products/coreimage
tour=$(basename "$0")
fail() {
    echo "$tour: $*" >&2
    exit 1
}
[ -x "$command" ] || fail "$command is missing; run 'swift build' first"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
user_home=$HOME
export HOME=$work/home COREIMAGE_PRODUCTS=$products
unset COREIMAGE_UNITS COREIMAGE_CACHE XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME
mkdir "$HOME"
cd "$work"

# step TEXT COMMAND…: runs a command, prints its time, and shows its output where it fails.
step() { step_ending 0 "$@"; }

# step_ending CODE TEXT COMMAND…: the same for a command that has to end with that exit code.
step_ending() {
    local code=$1 text=$2 start end ending=0
    shift 2
    start=$(date +%s%N)
    "$@" >"$work/output" 2>"$work/errors" || ending=$?
    end=$(date +%s%N)
    if [ "$ending" -ne "$code" ]; then
        cat "$work/output" "$work/errors" >&2
        fail "exit code $ending, not $code: $*"
    fi
    printf '%7d ms  %s\n' $(((end - start) / 1000000)) "$text"
}
