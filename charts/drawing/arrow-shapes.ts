/** The shapes of arrows. */
import type { Point } from '../layout/chart-layout.ts'

const radius = 5
const headLength = 8
const headWidth = 7

/** Returns the path of an arrow's line: straight, with rounded corners. */
export function roundedPath(points: readonly Point[]) {
  const [first, ...rest] = points
  const corners = rest.slice(0, -1).map((corner, index) => {
    const before = towards(corner, points[index]!)
    const after = towards(corner, rest[index + 1]!)
    return `L${text(before)}Q${text(corner)} ${text(after)}`
  })
  return `M${text(first!)}${corners.join('')}L${text(rest.at(-1)!)}`
}

/** Returns the corners of the triangle at the end of an arrow. */
export function arrowhead(points: readonly Point[]) {
  const [from, tip] = points.slice(-2) as [Point, Point]
  const length = Math.hypot(tip.x - from.x, tip.y - from.y) || 1
  const [x, y] = [(tip.x - from.x) / length, (tip.y - from.y) / length]
  const base = { x: tip.x - x * headLength, y: tip.y - y * headLength }
  const half = headWidth / 2
  return [
    tip,
    { x: base.x - y * half, y: base.y + x * half },
    { x: base.x + y * half, y: base.y - x * half },
  ]
    .map(text)
    .join(' ')
}

/** Returns the point at which the line towards another point leaves the rounded corner. */
function towards(corner: Point, other: Point): Point {
  const length = Math.hypot(other.x - corner.x, other.y - corner.y) || 1
  const share = Math.min(radius, length / 2) / length
  return {
    x: corner.x + (other.x - corner.x) * share,
    y: corner.y + (other.y - corner.y) * share,
  }
}

const text = ({ x, y }: Point) => `${rounded(x)},${rounded(y)}`
const rounded = (value: number) => Math.round(value * 10) / 10
