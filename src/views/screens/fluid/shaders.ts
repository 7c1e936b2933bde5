/** The fragment shaders of the simulation: Jos Stam, “Stable Fluids” (1999), with vorticity confinement. */

export const vertex = `#version 300 es
in vec2 position;
uniform vec2 texel;
out vec2 at, left, right, above, below;
void main() {
  at = position * 0.5 + 0.5;
  left = at - vec2(texel.x, 0.0);
  right = at + vec2(texel.x, 0.0);
  above = at + vec2(0.0, texel.y);
  below = at - vec2(0.0, texel.y);
  gl_Position = vec4(position, 0.0, 1.0);
}`

const fragment = (uniforms: string, main: string) => `#version 300 es
precision highp float;
precision highp sampler2D;
in vec2 at, left, right, above, below;
uniform vec2 texel;
${uniforms}
out vec4 result;
void main() {
${main}
}`

/** Advection: carries a quantity along the velocity field and lets it dissipate. */
export const advect = fragment(
  'uniform sampler2D velocity, source; uniform float dt, dissipation;',
  'result = dissipation * texture(source, at - dt * texture(velocity, at).xy * texel);',
)

/** Adds a Gaussian splat of velocity or dye at a point. */
export const splat = fragment(
  'uniform sampler2D target; uniform float aspect, radius; uniform vec2 point; uniform vec3 drop;',
  `vec2 away = at - point;
  away.x *= aspect;
  result = vec4(texture(target, at).xyz + exp(-dot(away, away) / radius) * drop, 1.0);`,
)

export const curl = fragment(
  'uniform sampler2D velocity;',
  `float turn = texture(velocity, right).y - texture(velocity, left).y
    - texture(velocity, above).x + texture(velocity, below).x;
  result = vec4(turn, 0.0, 0.0, 1.0);`,
)

/** Vorticity confinement: restores the swirls that numerical dissipation damps. */
export const vorticity = fragment(
  'uniform sampler2D velocity, curls; uniform float strength, dt;',
  `float l = texture(curls, left).x, r = texture(curls, right).x;
  float a = texture(curls, above).x, b = texture(curls, below).x;
  vec2 force = vec2(abs(a) - abs(b), abs(r) - abs(l));
  force *= 1.0 / length(force + 0.00001) * strength * texture(curls, at).x;
  force.y *= -1.0;
  result = vec4(texture(velocity, at).xy + force * dt, 0.0, 1.0);`,
)

/** Divergence of the velocity field; the edges reflect. */
export const divergence = fragment(
  'uniform sampler2D velocity;',
  `vec2 here = texture(velocity, at).xy;
  float l = left.x < 0.0 ? -here.x : texture(velocity, left).x;
  float r = right.x > 1.0 ? -here.x : texture(velocity, right).x;
  float a = above.y > 1.0 ? -here.y : texture(velocity, above).y;
  float b = below.y < 0.0 ? -here.y : texture(velocity, below).y;
  result = vec4(0.5 * (r - l + a - b), 0.0, 0.0, 1.0);`,
)

export const fade = fragment(
  'uniform sampler2D source; uniform float dissipation;',
  'result = dissipation * texture(source, at);',
)

/** One Jacobi iteration of the pressure solver. */
export const pressure = fragment(
  'uniform sampler2D pressures, divergences;',
  `float around = texture(pressures, left).x + texture(pressures, right).x
    + texture(pressures, above).x + texture(pressures, below).x;
  result = vec4((around - texture(divergences, at).x) * 0.25, 0.0, 0.0, 1.0);`,
)

/** Subtracts the pressure gradient, which leaves a velocity field without divergence. */
export const subtract = fragment(
  'uniform sampler2D pressures, velocity;',
  `vec2 slope = vec2(
    texture(pressures, right).x - texture(pressures, left).x,
    texture(pressures, above).x - texture(pressures, below).x);
  result = vec4(texture(velocity, at).xy - slope, 0.0, 1.0);`,
)

/** Draws the dye with transparency by its density, so that the page shows through. */
export const display = fragment(
  'uniform sampler2D density;',
  `vec3 color = max(texture(density, at).rgb, 0.0);
  float most = max(color.r, max(color.g, color.b));
  result = vec4(color / max(most, 0.0001), 1.0) * (1.0 - exp(-0.6 * most));`,
)
