/**
 * The fluid simulation of the error page's background, and its constants. Not webgl-fluid, which cannot be
 * stopped once it runs.
 */
import {
  advect,
  curl,
  display,
  divergence,
  fade,
  pressure,
  splat,
  subtract,
  vorticity,
} from './shaders.ts'
import { type DoubleBuffer, type Surface, swapBuffers } from './webgl.ts'

const downsample = 2
const densityDissipation = 0.98
const velocityDissipation = 0.99
const pressureDissipation = 0.8
const pressureIterations = 25
const curlStrength = 35
const splatRadius = 0.002
const maxTimeStep = 0.016
const minSplats = 5
const maxSplats = 25

/** The force of a pointer movement, and that of the random drops at the start. */
const pointerForce = 10
const dropForce = 1_000
/** The amount of dye in each drop. */
const dyeIntensity = 10

export interface PointerMove {
  /** The pointer's position and its distance from the previous one, in pixels. */
  x: number
  y: number
  dx: number
  dy: number
}

const random = (from: number, to: number) => from + Math.random() * (to - from)

/** Returns a random saturated color as RGB. */
const randomColor = () => {
  const hue = random(0, 6)
  const part = (offset: number) => {
    const turn = (offset + hue) % 6
    return Math.min(1, Math.max(0, Math.abs(turn - 3) - 1))
  }
  return [part(0), part(4), part(2)].map((value) => value * dyeIntensity)
}

/** Compiles the shaders into the steps of the simulation. */
const createPrograms = (surface: Surface) => ({
  advect: surface.program(advect),
  splat: surface.program(splat),
  curl: surface.program(curl),
  vorticity: surface.program(vorticity),
  divergence: surface.program(divergence),
  fade: surface.program(fade),
  pressure: surface.program(pressure),
  subtract: surface.program(subtract),
  display: surface.program(display),
})

/** Creates the textures that hold the fluid's quantities, by cell. */
const createFields = (surface: Surface, size: readonly [width: number, height: number]) => ({
  texel: size.map((length) => 1 / length),
  density: surface.doubleBuffer(...size),
  velocity: surface.doubleBuffer(...size),
  pressures: surface.doubleBuffer(...size),
  curls: surface.renderTarget(...size),
  divergences: surface.renderTarget(...size),
})

type Simulation = ReturnType<typeof createFields> & { draw: ReturnType<typeof createPrograms> }

const writeAndSwap = (buffer: DoubleBuffer, write: (buffer: DoubleBuffer) => void) => {
  write(buffer)
  swapBuffers(buffer)
}

/** Moves the velocity and the dye along the velocity. */
const moveFields = ({ draw, texel, velocity, density }: Simulation, dt: number) => {
  writeAndSwap(velocity, ({ read, write }) =>
    draw.advect(write, {
      texel,
      dt,
      velocity: read,
      source: read,
      dissipation: velocityDissipation,
    }),
  )
  writeAndSwap(density, ({ read, write }) =>
    draw.advect(write, {
      texel,
      dt,
      velocity: velocity.read,
      source: read,
      dissipation: densityDissipation,
    }),
  )
}

/** Strengthens the whirls, which the grid would otherwise blur. */
const addVorticity = ({ draw, texel, velocity, curls }: Simulation, dt: number) => {
  draw.curl(curls, { texel, velocity: velocity.read })
  writeAndSwap(velocity, ({ read, write }) =>
    draw.vorticity(write, { texel, dt, velocity: read, curls, strength: curlStrength }),
  )
}

/** Solves for the pressure and subtracts its gradient, so that the fluid is not compressed. */
const removeDivergence = ({ draw, texel, velocity, pressures, divergences }: Simulation) => {
  draw.divergence(divergences, { texel, velocity: velocity.read })
  writeAndSwap(pressures, ({ read, write }) =>
    draw.fade(write, { texel, source: read, dissipation: pressureDissipation }),
  )
  for (let iteration = 0; iteration < pressureIterations; iteration += 1)
    writeAndSwap(pressures, ({ read, write }) =>
      draw.pressure(write, { texel, pressures: read, divergences }),
    )
  writeAndSwap(velocity, ({ read, write }) =>
    draw.subtract(write, { texel, pressures: pressures.read, velocity: read }),
  )
}

type Size = Pick<HTMLCanvasElement, 'width' | 'height'>

/** Pushes the fluid at a point and adds dye there. */
const addSplat = (
  { draw, texel, velocity, density }: Simulation,
  { width, height }: Size,
  { x, y, dx, dy }: PointerMove,
) => {
  const splatUniforms = {
    texel,
    aspect: width / height,
    radius: splatRadius,
    point: [x / width, 1 - y / height],
  }
  writeAndSwap(velocity, ({ read, write }) =>
    draw.splat(write, { ...splatUniforms, target: read, drop: [dx, -dy, 0] }),
  )
  writeAndSwap(density, ({ read, write }) =>
    draw.splat(write, { ...splatUniforms, target: read, drop: randomColor() }),
  )
}

/** Returns a drop at a random point, with a random force. */
const randomDrop = ({ width, height }: Size): PointerMove => ({
  x: random(0, width),
  y: random(0, height),
  dx: random(-dropForce / 2, dropForce / 2),
  dy: random(-dropForce / 2, dropForce / 2),
})

/** Creates the simulation on a surface, sized to the canvas. */
export const createFluidSimulation = (surface: Surface, { width, height }: HTMLCanvasElement) => {
  const canvasSize = { width, height }
  const size = [Math.max(1, width >> downsample), Math.max(1, height >> downsample)] as const
  const fluid: Simulation = { draw: createPrograms(surface), ...createFields(surface, size) }
  return {
    /** Pushes the fluid along a pointer movement. */
    stir: ({ dx, dy, ...position }: PointerMove) =>
      addSplat(fluid, canvasSize, { ...position, dx: dx * pointerForce, dy: dy * pointerForce }),

    /** Adds random drops, so that something is visible before the pointer moves. */
    seed: () => {
      const count = Math.round(random(minSplats, maxSplats))
      for (let index = 0; index < count; index += 1)
        addSplat(fluid, canvasSize, randomDrop(canvasSize))
    },

    /** Advances the simulation by a number of seconds. */
    step: (seconds: number) => {
      const dt = Math.max(0, Math.min(seconds, maxTimeStep))
      moveFields(fluid, dt)
      addVorticity(fluid, dt)
      removeDivergence(fluid)
    },

    render: () => fluid.draw.display(null, { texel: fluid.texel, density: fluid.density.read }),
  }
}

export type FluidSimulation = ReturnType<typeof createFluidSimulation>
