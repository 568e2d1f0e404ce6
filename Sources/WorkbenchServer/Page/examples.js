// Kernels to begin with. Their lines are short enough for the editor of a narrow window.

export const examples = {
  "Colour: warm shadows": `// A colour kernel computes each pixel from the pixel at the
// same place.
kernel vec4 warmShadows(
    __sample image, __color tint, float amount
) {
    float light = dot(image.rgb, vec3(0.2126, 0.7152, 0.0722));
    float shadow = 1.0 - smoothstep(0.0, 0.4, light);
    vec3 warm = tint.rgb * image.a;
    return vec4(mix(image.rgb, warm, shadow * amount), image.a);
}
`,
  "Colour: spotlight": `kernel vec4 spotlight(
    __sample image, vec2 center, float radius
) {
    float away = distance(destCoord(), center) / max(radius, 1.0);
    return vec4(image.rgb * exp(-away * away), image.a);
}
`,
  "General: sharpen": `// A general kernel may sample its images anywhere.
// State the margin that it reads: 1 pixel.
vec4 at(sampler image, vec2 offset) {
    vec2 place = destCoord() + offset;
    return sample(image, samplerTransform(image, place));
}

kernel vec4 sharpen(sampler image, float amount) {
    vec4 middle = at(image, vec2(0.0));
    vec4 around = at(image, vec2(1.0, 0.0))
        + at(image, vec2(-1.0, 0.0))
        + at(image, vec2(0.0, 1.0))
        + at(image, vec2(0.0, -1.0));
    vec3 edges = 4.0 * middle.rgb - around.rgb;
    return vec4(middle.rgb + amount * edges, middle.a);
}
`,
  "General: dissolve in stripes": `kernel vec4 stripes(
    __sample image, __sample target, float time, float stripeWidth
) {
    float place = fract(destCoord().x / max(stripeWidth, 1.0));
    return place < time ? target : image;
}
`,
  "Warp: ripples": `// A warp kernel returns the place that a pixel comes from.
// State the margin that it reads: the height.
kernel vec2 ripples(
    vec2 center, float wavelengthSize, float heightSize
) {
    vec2 away = destCoord() - center;
    float r = length(away);
    float wave = sin(r / max(wavelengthSize, 1.0) * 6.2832);
    vec2 direction = away / max(r, 1.0);
    return destCoord() + direction * wave * heightSize * 0.1;
}
`,
};
