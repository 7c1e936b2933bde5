/** Draws a chart that has been laid out, as SVG: for files, for the viewer, and for the difference of two charts. */
import { memo } from 'react'
import type { ChartLayout, EdgeShape, StateShape, TextLine } from '../layout/chart-layout.ts'
import { fontSize, indent, lineHeight, padding } from '../layout/chart-layout.ts'
import { arrowhead, roundedPath } from './arrow-shapes.ts'
import { chartStyles } from './chart-styles.ts'

/** Returns the marks of a state or a transition, by its id or key: `active`, `added` and so on (see `chart-styles.ts`). */
export type MarksOf = (id: string) => string | undefined

interface ChartDrawingProps {
  layout: ChartLayout
  marksOf?: MarksOf
  /** False where the document has the styles already, and allows none inside it. */
  hasStyles?: boolean
}

/** The drawing in its natural size, with its styles. */
export function ChartDrawing({
  layout,
  marksOf = () => undefined,
  hasStyles = true,
}: ChartDrawingProps) {
  const { id, description, width, height, states, edges } = layout
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      className="chart"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
    >
      <title>{`Statechart of ${id}`}</title>
      {description ? <desc>{description}</desc> : null}
      {hasStyles ? <style>{chartStyles}</style> : null}
      <rect className="chart-paper" width={width} height={height} />
      {states.map((state) => (
        <StateDrawing
          key={state.id}
          state={state}
          marks={marksOf(state.id)}
          lineMarks={lineMarksOf(state.lines, marksOf)}
        />
      ))}
      <Edges edges={edges} marksOf={marksOf} />
    </svg>
  )
}

function Edges({ edges, marksOf }: { edges: readonly EdgeShape[]; marksOf: MarksOf }) {
  // Those with marks are drawn over the others, with which they share lines.
  const marked = edges.toSorted((one, other) => order(one, marksOf) - order(other, marksOf))
  return (
    <>
      {marked.map((edge) => (
        <EdgeDrawing key={edgeKey(edge)} edge={edge} marks={edgeMarks(edge, marksOf)} />
      ))}
      {edges.map(({ label, ...edge }) =>
        label ? (
          <LabelDrawing
            key={edgeKey(edge)}
            label={label}
            marks={edgeMarks(edge, marksOf)}
            lineMarks={lineMarksOf(label.lines, marksOf)}
          />
        ) : null,
      )}
    </>
  )
}

interface Marked {
  marks: string | undefined
  /** The marks of its lines of text, one after another as one text, so that they are compared quickly. */
  lineMarks: string
}

// Only the parts whose marks have changed are drawn again when a running actor is followed.
const StateDrawing = memo(function StateDrawing({
  state,
  marks,
  lineMarks,
}: Marked & { state: StateShape }) {
  const { x, y, width, height, type, depth, isRegion, lines } = state
  const classes = classNames(
    'chart-state',
    `chart-${type}`,
    depth % 2 === 1 && 'chart-odd',
    isRegion && 'chart-region',
    marks,
  )
  if (type === 'initial')
    return <circle className="chart-initial" cx={x + width / 2} cy={y + height / 2} r={width / 2} />
  if (type === 'history')
    return (
      <g className={classes}>
        <circle cx={x + width / 2} cy={y + height / 2} r={width / 2} />
        <text x={x + width / 2} y={y + height / 2 + fontSize / 3} textAnchor="middle">
          {lines[0]!.runs[0]!.text}
        </text>
      </g>
    )
  return (
    <g className={classes}>
      {state.description === null ? null : <title>{state.description}</title>}
      <rect x={x} y={y} width={width} height={height} rx={8} />
      {type === 'final' ? (
        <rect x={x + 3} y={y + 3} width={width - 6} height={height - 6} rx={5} />
      ) : null}
      <Lines lines={lines} x={x + padding} y={y + padding} marks={lineMarks} />
    </g>
  )
})

const EdgeDrawing = memo(function EdgeDrawing({
  edge,
  marks,
}: Pick<Marked, 'marks'> & { edge: EdgeShape }) {
  if (edge.points.length < 2) return null
  return (
    <g className={classNames('chart-edge', marks)}>
      <path d={roundedPath(edge.points)} />
      <polygon points={arrowhead(edge.points)} />
    </g>
  )
})

interface LabelDrawingProps extends Marked {
  label: NonNullable<EdgeShape['label']>
}

const LabelDrawing = memo(function LabelDrawing({ label, marks, lineMarks }: LabelDrawingProps) {
  const { x, y, width, height, lines } = label
  return (
    <g className={classNames('chart-label', marks)}>
      <rect x={x - 3} y={y} width={width + 6} height={height} rx={4} />
      <Lines lines={lines} x={x} y={y} marks={lineMarks} />
    </g>
  )
})

interface LinesProps {
  lines: readonly TextLine[]
  x: number
  y: number
  marks: string
}

/** The pieces of a line follow one another as wide as the reader's font makes them. */
function Lines({ lines, x, y, marks }: LinesProps) {
  const marksOfLines = marks.split('|')
  return lines.map(({ runs, isContinued }, row) => (
    <text
      // Lines have no names of their own, and never change places.
      key={row}
      x={x + (isContinued ? indent : 0)}
      y={y + row * lineHeight + fontSize}
      className={marksOfLines[row] || undefined}
    >
      {runs.map(({ text, role, title }, column) => (
        <tspan key={column} className={`chart-text-${role}`} dx={column === 0 ? undefined : 5}>
          {title === undefined ? null : <title>{title}</title>}
          {text}
        </tspan>
      ))}
    </text>
  ))
}

const lineMarksOf = (lines: readonly TextLine[], marksOf: MarksOf) =>
  lines.map(({ transition }) => (transition === null ? '' : (marksOf(transition) ?? ''))).join('|')

type Ends = Pick<EdgeShape, 'from' | 'to' | 'transitions'>
const edgeKey = ({ from, to, transitions }: Ends) => [from, to, ...transitions].join(' ')

/** An arrow has the marks of all its transitions. */
const edgeMarks = ({ transitions }: Ends, marksOf: MarksOf) =>
  [...new Set(transitions.flatMap((key) => marksOf(key) ?? []))].join(' ') || undefined

const order = (edge: EdgeShape, marksOf: MarksOf) => (edgeMarks(edge, marksOf) ? 1 : 0)

const classNames = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ')
