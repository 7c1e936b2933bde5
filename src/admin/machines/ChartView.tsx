import { useSelector } from '@xstate/react'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import { ChartDrawing } from '#charts/drawing/ChartDrawing.tsx'
import { stateAt } from '#charts/drawing/state-at.ts'
import type { ChartLayout } from '#charts/layout/chart-layout.ts'
import { type Zoom, zoomBy, zoomSize } from '#content/admin/chart-zoom.ts'
import { selectChoice } from '#machines/admin/machine-viewer.ts'
import { Button } from '#src/ui/Button.tsx'
import type { ViewerProps } from './viewer-props.ts'
import { Minimap } from './Minimap.tsx'
import { useChartStyles } from './use-chart-styles.ts'
import { useChoose } from './use-choose.ts'
import type { LiveChart } from './use-live-chart.ts'
import { useStateInSight, useZoomCenter, useZoomWheel } from './use-chart-scroll.ts'
import styles from './ChartView.module.css'

interface ChartViewProps extends ViewerProps {
  layout: ChartLayout
  live: LiveChart
}

/** Shows the drawing of a chart, which is moved by scrolling, and zoomed. */
export function ChartView({ viewerRef, layout, live: { marksOf } }: ChartViewProps) {
  useChartStyles()
  const [zoom, setZoom] = useState<Zoom>('width')
  const ref = useRef<HTMLDivElement>(null)
  const { state } = useSelector(viewerRef, selectChoice)
  const { choose } = useChoose(viewerRef)
  const zoomStep = (factor: number) => setZoom(zoomBy(scaleOf(ref.current!, layout), factor))
  useZoomCenter(ref)
  useZoomWheel(ref, zoomStep)
  useStateInSight(ref, layout, state)
  const drag = useDrag((point) => choose({ state: stateAt(layout, point) ?? null }))
  const keys = { onKeyDown: (event: KeyboardEvent) => zoomByKey(event, setZoom, zoomStep) }
  return (
    <div className={styles.view}>
      <ZoomButtons onZoom={setZoom} onStep={zoomStep} />
      <div className={styles.frame}>
        <div ref={ref} className={styles.scroller} {...scrolled(layout.id)} {...keys} {...drag}>
          <div className={styles.sized} style={zoomSize(zoom, layout)}>
            <ChartDrawing layout={layout} marksOf={marksOf} hasStyles={false} />
          </div>
        </div>
      </div>
      {/* Below the drawing, of which it covers nothing. */}
      <div className={styles.foot}>
        <Legend />
        <Minimap scrollerRef={ref} layout={layout} marksOf={marksOf} />
      </div>
    </div>
  )
}

/** An element that scrolls is reached by keyboard, so that the arrow keys scroll it. */
const scrolled = (machine: string) => ({
  role: 'group',
  'aria-label': `Drawing of ${machine}. Arrow keys move it, plus and minus zoom, F shows all of it.`,
  tabIndex: 0,
})

function zoomByKey(
  event: KeyboardEvent,
  setZoom: (zoom: Zoom) => void,
  zoomStep: (factor: number) => void,
) {
  const action = {
    '+': () => zoomStep(1.25),
    '=': () => zoomStep(1.25),
    '-': () => zoomStep(0.8),
    '0': () => setZoom('width'),
    '1': () => setZoom(1),
    f: () => setZoom('whole'),
  }[event.key]
  if (!action || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  action()
}

interface ZoomButtonsProps {
  onZoom: (zoom: Zoom) => void
  onStep: (factor: number) => void
}

const ZoomButtons = ({ onZoom, onStep }: ZoomButtonsProps) => (
  <div role="group" aria-label="Zoom" className={styles.tools}>
    <Button aria-label="Zoom out" onClick={() => onStep(0.8)}>
      −
    </Button>
    <Button aria-label="Zoom in" onClick={() => onStep(1.25)}>
      +
    </Button>
    <Button onClick={() => onZoom(1)}>100 %</Button>
    <Button onClick={() => onZoom('width')}>Fit width</Button>
    <Button onClick={() => onZoom('whole')}>Fit all</Button>
  </div>
)

const Legend = () => (
  <ul aria-label="Legend" className={styles.legend}>
    <li data-mark="active">Active state</li>
    <li data-mark="enabled">Can be taken now</li>
    <li data-mark="depends">Depends on the event or its guard</li>
    <li data-mark="refused">
      <s>Refused by a guard</s>
    </li>
    <li data-mark="taken">Taken last</li>
  </ul>
)

/** Returns the size at which the drawing is shown, as a part of its natural size. */
const scaleOf = (scroller: HTMLElement, { width }: ChartLayout) =>
  scroller.querySelector('svg')!.getBoundingClientRect().width / width

/** The distance in pixels that a press may move and still be none of a drag. */
const slack = 4

interface Drag {
  x: number
  y: number
  left: number
  top: number
  hasMoved: boolean
}

/** Returns handlers by which the mouse drags what is scrolled. A press without a drag calls `onPress` with its place. */
function useDrag(onPress: (point: { x: number; y: number }) => void) {
  const drag = useRef<Drag | null>(null)
  return {
    onPointerDown: ({
      pointerType,
      button,
      clientX: x,
      clientY: y,
      currentTarget,
    }: PointerEvent) => {
      const { scrollLeft: left, scrollTop: top } = currentTarget
      // Fingers scroll by themselves.
      const isDrag = pointerType !== 'touch' && button === 0
      drag.current = isDrag ? { x, y, left, top, hasMoved: false } : null
    },
    onPointerMove: ({ clientX, clientY, buttons, currentTarget }: PointerEvent) => {
      if (!drag.current || buttons === 0) return
      const { x, y, left, top } = drag.current
      drag.current.hasMoved ||= Math.hypot(clientX - x, clientY - y) > slack
      if (drag.current.hasMoved) currentTarget.scrollTo(left + x - clientX, top + y - clientY)
    },
    onClick: ({ clientX, clientY, currentTarget, target }: MouseEvent) => {
      const svg = currentTarget.querySelector('svg')
      const matrix = svg?.contains(target as Node) && svg.getScreenCTM()
      const isDrag = drag.current?.hasMoved ?? false
      drag.current = null
      if (matrix && !isDrag)
        onPress(new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse()))
    },
  }
}
