/** A small layer over WebGL 2: programs that render from textures into textures. */
import { vertex } from './shaders.ts'

export interface RenderTarget {
  texture: WebGLTexture
  framebuffer: WebGLFramebuffer | null
  width: number
  height: number
}

/** Two render targets: one is read while the other is written, then they are swapped. */
export interface DoubleBuffer {
  read: RenderTarget
  write: RenderTarget
}

/** Exchanges the two textures, so that what was written is read next. */
export const swapBuffers = (buffer: DoubleBuffer) => {
  const { read, write } = buffer
  buffer.read = write
  buffer.write = read
}

type Uniforms = Readonly<Record<string, UniformValue>>
type UniformValue = number | readonly number[] | RenderTarget

export type Surface = NonNullable<ReturnType<typeof createSurface>>

/** True when WebGL is rendered by the CPU, which the simulation would saturate. */
const isSoftwareRenderer = (gl: WebGL2RenderingContext) => {
  const names = gl.getExtension('WEBGL_debug_renderer_info')
  const renderer = names ? String(gl.getParameter(names.UNMASKED_RENDERER_WEBGL)) : ''
  return /swiftshader|llvmpipe|software|basic render/i.test(renderer)
}

/** Creates a WebGL 2 surface, or returns null without float render targets or with software rendering. */
export const createSurface = (canvas: HTMLCanvasElement) => {
  const gl = canvas.getContext('webgl2', {
    antialias: false,
    depth: false,
  })
  const floatExtension =
    gl?.getExtension('EXT_color_buffer_float') ?? gl?.getExtension('EXT_color_buffer_half_float')
  if (!gl || !floatExtension || isSoftwareRenderer(gl)) return null
  bindTriangle(gl)
  const renderTarget = (width: number, height: number) => createRenderTarget(gl, width, height)
  return {
    /** Compiles a fragment shader into a function that renders it into a target, or on the screen for null. */
    program: (fragment: string) => createProgram(gl, fragment),
    renderTarget,
    doubleBuffer: (width: number, height: number): DoubleBuffer => ({
      read: renderTarget(width, height),
      write: renderTarget(width, height),
    }),
    /** Releases the WebGL context and its memory. */
    dispose: () => gl.getExtension('WEBGL_lose_context')?.loseContext(),
  }
}

/** Makes every drawing one triangle that covers the viewport. */
const bindTriangle = (gl: WebGL2RenderingContext) => {
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer())
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW)
  gl.enableVertexAttribArray(0)
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0)
}

const createProgram = (gl: WebGL2RenderingContext, fragment: string) => {
  const linked = linkProgram(gl, fragment)
  const setUniforms = uniformSetter(gl, linked)
  return (target: RenderTarget | null, values: Uniforms) => {
    const { width, height } = target ?? gl.canvas
    gl.useProgram(linked)
    gl.bindFramebuffer(gl.FRAMEBUFFER, target?.framebuffer ?? null)
    gl.viewport(0, 0, width, height)
    setUniforms(values)
    gl.drawArrays(gl.TRIANGLES, 0, 3)
  }
}

const linkProgram = (gl: WebGL2RenderingContext, fragment: string) => {
  const linked = gl.createProgram()
  gl.attachShader(linked, compile(gl, gl.VERTEX_SHADER, vertex))
  gl.attachShader(linked, compile(gl, gl.FRAGMENT_SHADER, fragment))
  gl.bindAttribLocation(linked, 0, 'position')
  gl.linkProgram(linked)
  return linked
}

const compile = (gl: WebGL2RenderingContext, type: number, source: string) => {
  const shader = gl.createShader(type)!
  gl.shaderSource(shader, source)
  gl.compileShader(shader)
  return shader
}

/** Returns a function that sets uniforms by name. It looks up the location of each name once. */
const uniformSetter = (gl: WebGL2RenderingContext, linked: WebGLProgram) => {
  const locations = new Map<string, WebGLUniformLocation | null>()
  const locationOf = (name: string) => {
    if (!locations.has(name)) locations.set(name, gl.getUniformLocation(linked, name))
    return locations.get(name) ?? null
  }
  return (values: Uniforms) => {
    let unit = 0
    for (const [name, value] of Object.entries(values)) {
      const location = locationOf(name)
      if (typeof value === 'number') gl.uniform1f(location, value)
      else if ('texture' in value) {
        gl.activeTexture(gl.TEXTURE0 + unit)
        gl.bindTexture(gl.TEXTURE_2D, value.texture)
        gl.uniform1i(location, unit)
        unit += 1
      } else if (value.length === 2) gl.uniform2f(location, value[0]!, value[1]!)
      else gl.uniform3f(location, value[0]!, value[1]!, value[2]!)
    }
  }
}

const createRenderTarget = (
  gl: WebGL2RenderingContext,
  width: number,
  height: number,
): RenderTarget => {
  const texture = gl.createTexture()
  gl.bindTexture(gl.TEXTURE_2D, texture)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA16F, width, height, 0, gl.RGBA, gl.HALF_FLOAT, null)
  const framebuffer = gl.createFramebuffer()
  gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer)
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0)
  return { texture, framebuffer, width, height }
}
