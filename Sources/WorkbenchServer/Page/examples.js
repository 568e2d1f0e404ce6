// Kernels to begin with.

export const examples = {
  "Colour: warm shadows": `// A colour kernel computes each pixel from the pixel at the same place.
kernel vec4 warmShadows(__sample image, __color tint, float amount) {
    float light = dot(image.rgb, vec3(0.2126, 0.7152, 0.0722));
    float shadow = 1.0 - smoothstep(0.0, 0.4, light);
    return vec4(mix(image.rgb, tint.rgb * image.a, shadow * amount), image.a);
}
`,
  "Colour: spotlight": `kernel vec4 spotlight(__sample image, vec2 center, float radius) {
    float away = distance(destCoord(), center) / max(radius, 1.0);
    return vec4(image.rgb * exp(-away * away), image.a);
}
`,
  "General: sharpen": `// A general kernel may sample its images anywhere. State the margin that it reads: 1 pixel.
kernel vec4 sharpen(sampler image, float amount) {
    vec2 p = destCoord();
    vec4 middle = sample(image, samplerCoord(image));
    vec4 around = sample(image, samplerTransform(image, p + vec2(1.0, 0.0)))
        + sample(image, samplerTransform(image, p - vec2(1.0, 0.0)))
        + sample(image, samplerTransform(image, p + vec2(0.0, 1.0)))
        + sample(image, samplerTransform(image, p - vec2(0.0, 1.0)));
    return vec4(middle.rgb + amount * (4.0 * middle.rgb - around.rgb), middle.a);
}
`,
  "General: dissolve in stripes": `kernel vec4 stripes(__sample image, __sample target, float time, float stripeWidth) {
    float place = fract(destCoord().x / max(stripeWidth, 1.0));
    return place < time ? target : image;
}
`,
  "Warp: ripples": `// A warp kernel returns the place that a pixel comes from. State the margin that it reads: the height.
kernel vec2 ripples(vec2 center, float wavelengthSize, float heightSize) {
    vec2 away = destCoord() - center;
    float r = length(away);
    return destCoord() + away / max(r, 1.0) * sin(r / max(wavelengthSize, 1.0) * 6.2832) * heightSize * 0.1;
}
`,
};
