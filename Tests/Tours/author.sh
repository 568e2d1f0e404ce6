#!/usr/bin/env bash
# A test from an author's point of view: takes a unit of each kind from `units new` to `units uninstall`, and prints the
# time of each step. Usage: author.sh [PRODUCTS]. PRODUCTS is the folder of the built command, by default .build/debug.
set -euo pipefail

source "$(dirname "$0")/steps.sh"

# lists NAME: whether the installed units have the filter.
lists() { "$command" units list | grep -qw "$1"; }

cat >ripples.cikernel <<'KERNEL'
kernel vec4 ripples(__sample s, float strength, vec2 center)
{
    return vec4(s.rgb * (1.0 + 0.5 * strength * sin(length(destCoord() - center) / 8.0)), s.a);
}
KERNEL
cat >shift.cikernel <<'KERNEL'
kernel vec4 shift(sampler image, vec2 offset)
{
    return sample(image, samplerTransform(image, destCoord() + offset));
}
KERNEL

# tour NAME OPTION…: runs all steps for one unit, which `units new` creates with the options.
tour() {
    local name=$1
    shift
    echo "$name $*"
    step "new" "$command" units new "$name" --identifier "org.example.$name" "$@"
    for configuration in $configurations; do
        step "build, $configuration" "$command" units build "$name" --configuration "$configuration"
        step "validate, level 10" "$command" units validate "$name/build/$name.plugin" --level 10 --seconds 0.5 --seed 1
    done
    step "apply" "$command" apply "$package/Tests/Fixtures/scene.png" -o "$name.png" --units "$name/build" -- "$name"
    step "pack" "$command" units pack "$name/build/$name.plugin" -o "$name.imageunit"
    step "install" "$command" units install "$name.imageunit"
    step "list" lists "$name"
    step "apply, installed" "$command" apply "$package/Tests/Fixtures/scene.png" -o "$name.png" -- "$name"
    step "uninstall" "$command" units uninstall "org.example.$name"
    if lists "$name"; then fail "$name is still installed"; fi
}

configurations="debug release"
for kind in swift c; do tour "Tour${kind^}" --kind "$kind"; done
tour TourShift --from-kernel shift.cikernel
configurations=release
tour TourKernel --kind kernel
tour TourRipples --from-kernel ripples.cikernel
echo "The author's tour is done."
