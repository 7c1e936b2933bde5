import {
  type DraggedEdges,
  centerOf,
  dragEdges,
  focalPointOf,
  moveCrop,
  pointInside,
} from '#content/pictures/crop-changes.ts'
import type { Crop } from '#content/pictures/framing.ts'
import { classNames } from '#src/ui/class-names.ts'
import styles from './CropArea.module.css'
import type { DraftProps, FramedPicture } from './draft-props.ts'
import { Handle } from './Handle.tsx'
import { placeLabel } from './framing-label.ts'
import { type MoveBy, useDrag } from './use-drag.ts'

interface CropAreaProps extends DraftProps {
  picture: FramedPicture
}

/** Shows the picture with the crop and the focal point, which are dragged, or moved by the arrow keys. */
export function CropArea({ picture, ...props }: CropAreaProps) {
  const { crop } = props.draft
  return (
    <div
      className={styles.stage}
      style={{ aspectRatio: picture.ratio, maxInlineSize: `calc(52dvb * ${picture.ratio})` }}
    >
      <img src={picture.url} alt="" draggable={false} className={styles.picture} />
      <div className={styles.shade}>
        <div className={styles.bright} style={boxOf(crop)} />
      </div>
      <Handle
        {...props}
        label="Cropped part"
        roleDescription="movable area"
        className={styles.area}
        style={boxOf(crop)}
        value={crop.x}
        valueText={placeLabel(crop)}
        moveBy={moveArea}
      />
      {edges.map((edge) => (
        <Edge key={edge.label} {...props} {...edge} />
      ))}
      {corners.map((corner) => (
        <Corner key={`${corner.x} ${corner.y}`} {...props} edges={corner} />
      ))}
      <FocalPoint {...props} />
    </div>
  )
}

const percent = (fraction: number) => `${fraction * 100}%`

const boxOf = ({ x, y, width, height }: Crop) => ({
  left: percent(x),
  top: percent(y),
  width: percent(width),
  height: percent(height),
})

const placeOf = (x: number, y: number) => ({ left: percent(x), top: percent(y) })

const moveArea: MoveBy = ({ crop, focalPoint }, by) => ({ crop: moveCrop(crop, by), focalPoint })

const moveFocalPoint: MoveBy = (draft, by) => {
  const { x, y } = focalPointOf(draft)
  return { ...draft, focalPoint: pointInside({ x: x + by.x, y: y + by.y }, draft.crop) }
}

function FocalPoint(props: DraftProps) {
  const { focalPoint } = props.draft
  const point = focalPointOf(props.draft)
  return (
    <Handle
      {...props}
      label="Focal point"
      roleDescription="movable point"
      className={classNames(styles.focus, focalPoint === null && styles.unset)}
      style={placeOf(point.x, point.y)}
      value={point.x}
      valueText={placeLabel(point)}
      moveBy={moveFocalPoint}
    />
  )
}

/** Returns the function that drags edges. */
const moveEdges =
  (dragged: DraggedEdges, ratio: number | null): MoveBy =>
  ({ crop, focalPoint }, by) => ({ crop: dragEdges(crop, dragged, by, ratio), focalPoint })

interface EdgeDefinition {
  label: string
  edges: DraggedEdges
  /** Returns the place of the edge, as a fraction. */
  at: (crop: Crop) => number
}

const edges: readonly EdgeDefinition[] = [
  { label: 'Left edge', edges: { x: 'left' }, at: ({ x }) => x },
  { label: 'Right edge', edges: { x: 'right' }, at: ({ x, width }) => x + width },
  { label: 'Top edge', edges: { y: 'top' }, at: ({ y }) => y },
  { label: 'Bottom edge', edges: { y: 'bottom' }, at: ({ y, height }) => y + height },
]

const corners = (['left', 'right'] as const).flatMap((x) =>
  (['top', 'bottom'] as const).map((y) => ({ x, y })),
)

function Edge({ label, edges: dragged, at, ...props }: EdgeDefinition & DraftProps) {
  const { crop } = props.draft
  const [value, center] = [at(crop), centerOf(crop)]
  return (
    <Handle
      {...props}
      label={label}
      orientation={dragged.x ? 'horizontal' : 'vertical'}
      className={dragged.x ? styles.side : styles.level}
      style={dragged.x ? placeOf(value, center.y) : placeOf(center.x, value)}
      value={value}
      valueText={`${Math.round(value * 100)} % from the ${dragged.x ? 'left' : 'top'}`}
      moveBy={moveEdges(dragged, props.ratio)}
    />
  )
}

/** A corner is dragged by the pointer; by keys, its two edges are moved. */
function Corner({
  edges: dragged,
  draft,
  ratio,
  onChange,
}: DraftProps & { edges: Required<DraggedEdges> }) {
  const { x, y, width, height } = draft.crop
  const drag = useDrag(draft, moveEdges(dragged, ratio), onChange)
  const at = placeOf(dragged.x === 'left' ? x : x + width, dragged.y === 'top' ? y : y + height)
  const isFalling = (dragged.x === 'left') === (dragged.y === 'top')
  return (
    <div
      {...drag}
      aria-hidden="true"
      data-corner={`${dragged.x} ${dragged.y}`}
      className={classNames(styles.corner, isFalling && styles.falling)}
      style={at}
    />
  )
}
