import { type Range, defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Iri } from '#content/model/iri.ts'
import { classNames } from '#src/ui/class-names.ts'
import { focusRowIn } from './focus-row.ts'
import { useReturnToVirtualRow } from './return-to-row.ts'
import styles from './ResourceList.module.css'

/** The attributes of a row that says where it is among all rows, most of which are not in the document. */
export interface VirtualRow {
  ref: (element: HTMLElement | null) => void
  role: 'row'
  'aria-rowindex': number
  'data-index': number
  style: CSSProperties
  onFocus: () => void
}

interface VirtualRowsProps<Row> {
  label: string
  rows: readonly Row[]
  className: string
  rowOf: (row: Row, focusRow: (iri: Iri) => void, frame: VirtualRow) => ReactNode
}

/** The height of most rows, in pixels, until they are measured. */
const rowHeight = 53
/** The height of the bars that stay in view above the rows, the one for the selection included, in pixels. */
const barsHeight = 112

/** Renders the rows near what is shown, and the one with the focus, as rows of a table that tells how many there are. */
export function VirtualRows<Row extends { iri: Iri }>({
  label,
  rows,
  className,
  rowOf,
}: VirtualRowsProps<Row>) {
  const ref = useRef<HTMLDivElement>(null)
  const { top, virtualizer, setFocused, focusRow } = useRowsInView(ref, rows)
  return (
    <div
      ref={ref}
      role="table"
      aria-label={label}
      aria-rowcount={rows.length}
      className={classNames(className, styles.virtual)}
      style={{ blockSize: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(({ index, start }) =>
        rowOf(rows[index]!, focusRow, {
          ref: virtualizer.measureElement,
          role: 'row',
          'aria-rowindex': index + 1,
          'data-index': index,
          style: { transform: `translateY(${start - top}px)` },
          onFocus: () => setFocused(rows[index]!.iri),
        }),
      )}
    </div>
  )
}

/** Returns which rows are rendered, and a function that moves the focus to any of them. */
function useRowsInView<Row extends { iri: Iri }>(
  ref: { current: HTMLElement | null },
  rows: readonly Row[],
) {
  const top = useTop(ref)
  const [focused, setFocused] = useState<Iri | null>(null)
  const kept = rows.findIndex(({ iri }) => iri === focused)
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]!.iri,
    rangeExtractor: (range) => withIndex(range, kept),
    overscan: 10,
    scrollMargin: top,
    scrollPaddingStart: barsHeight,
  })
  const requestFocus = useRequestedFocus(ref)
  const focusRow = (iri: Iri) => {
    setFocused(iri)
    virtualizer.scrollToIndex(rows.findIndex((row) => row.iri === iri))
    requestFocus(iri)
  }
  useReturnToVirtualRow(rows, focusRow)
  return { top, virtualizer, setFocused, focusRow }
}

/** Adds the row that is kept in the document wherever the window is scrolled to. */
const withIndex = (range: Range, kept: number) => {
  const shown = defaultRangeExtractor(range)
  if (kept === -1 || shown.includes(kept)) return shown
  return kept < shown[0]! ? [kept, ...shown] : [...shown, kept]
}

/** Returns the distance of an element from the top of the document, which changes with what is above it. */
function useTop(ref: { current: HTMLElement | null }) {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () =>
      setTop(Math.round(ref.current!.getBoundingClientRect().top + window.scrollY))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [ref])
  return top
}

/** Returns a function that moves the focus to a row as soon as it is rendered. */
function useRequestedFocus(ref: { current: HTMLElement | null }) {
  const requested = useRef<Iri | null>(null)
  useEffect(() => {
    if (requested.current === null) return
    if (focusRowIn(ref.current!)(requested.current)) requested.current = null
  })
  return (iri: Iri) => {
    requested.current = iri
  }
}
