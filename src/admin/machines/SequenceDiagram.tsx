import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { type SequenceArrow, sequenceOf } from '#charts/live/sequence.ts'
import { selectCursor } from '#machines/admin/machine-viewer.ts'
import type { StepsProps } from './viewer-props.ts'
import styles from './EventLog.module.css'

/** The most steps that are drawn: the last ones, of which a diagram can be read. */
const limit = 100
const laneWidth = 150
const rowHeight = 30
const headHeight = 34

/** Draws the last steps as arrows between the lines of actors. The list says the same. */
export function SequenceDiagram({ viewerRef, steps, onChoose }: StepsProps) {
  const cursor = useSelector(viewerRef, selectCursor)
  const { lanes, arrows } = useMemo(() => sequenceOf(steps.slice(-limit)), [steps])
  const [width, height] = [lanes.length * laneWidth, headHeight + arrows.length * rowHeight + 10]
  return (
    <div className={styles.diagram} {...scrolled}>
      <svg
        role="img"
        aria-label={`The last ${arrows.length} events between ${lanes.length} actors. The list shows them as text.`}
        width={width}
        height={height}
      >
        {lanes.map((name, lane) => (
          <g key={lane}>
            <line className={styles.lane} x1={middle(lane)} x2={middle(lane)} y1={24} y2={height} />
            <text className={styles.laneName} x={middle(lane)} y={16} textAnchor="middle">
              {name}
            </text>
          </g>
        ))}
        {arrows.map((arrow, row) => (
          <Arrow
            key={arrow.step.id}
            arrow={arrow}
            y={headHeight + (row + 0.6) * rowHeight}
            isShown={arrow.step.id === cursor}
            onChoose={() => onChoose(arrow.step)}
          />
        ))}
      </svg>
    </div>
  )
}

/** An element that scrolls is reached by keyboard, so that the arrow keys scroll it. */
const scrolled = { role: 'group', 'aria-label': 'Sequence diagram', tabIndex: 0 }

const middle = (lane: number) => (lane + 0.5) * laneWidth

interface ArrowProps {
  arrow: SequenceArrow
  y: number
  isShown: boolean
  onChoose: () => void
}

function Arrow({ arrow: { step, from, to }, y, isShown, onChoose }: ArrowProps) {
  const end = middle(to)
  const isOwn = from === to
  const start = from === null ? end - laneWidth * 0.42 : middle(from)
  const back = start <= end ? -7 : 7
  return (
    <g className={styles.arrow} data-shown={isShown || undefined} onClick={onChoose}>
      {isOwn ? (
        <path d={`M${end},${y - 6}h26v10h-24`} />
      ) : (
        <path d={`M${start},${y}H${end}`} strokeDasharray={from === null ? '4 3' : undefined} />
      )}
      <polygon
        points={
          isOwn
            ? `${end},${y + 4} ${end + 7},${y} ${end + 7},${y + 8}`
            : `${end},${y} ${end + back},${y - 4} ${end + back},${y + 4}`
        }
      />
      <text
        x={isOwn ? end + 30 : (start + end) / 2}
        y={y - 4}
        textAnchor={isOwn ? 'start' : 'middle'}
      >
        {step.event.type}
      </text>
    </g>
  )
}
