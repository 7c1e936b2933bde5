import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { Box } from '#content/page/geometry/box.ts'
import { chipPlacement } from '#content/page/geometry/chip-placement.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { classNames } from '#src/ui/class-names.ts'
import styles from './ElementHighlight.module.css'
import { followElement } from '../dom/follow-element.ts'
import { boundingRectOf } from '../dom/hit-test.ts'
import { overlayLayer } from '../dom/overlay-layer.ts'
import { visibleArea } from '../dom/scroll-into-view.ts'
import { type ResourceState, resourceStates } from '../resource-states.ts'
import { textBoxesBeside } from '../dom/text-boxes.ts'

interface ElementHighlightProps {
  element: HTMLElement
  state: ResourceState
  name: string
  /** True for a hovered element, whose highlight is dashed instead of solid. */
  isHover?: boolean
  /** False where several are highlighted, whose chips would cover each other. */
  hasChip?: boolean
}

/** Highlights an element in the color of its state, with its name. */
export const ElementHighlight = ({
  state,
  name,
  isHover = false,
  ...frame
}: ElementHighlightProps) => (
  <HighlightFrame {...frame} kind={isHover ? 'hover' : 'selection'} className={styles[state]}>
    <Icon name={resourceStates[state].icon} />
    {name} · {resourceStates[state].label}
  </HighlightFrame>
)

interface HighlightFrameProps {
  element: HTMLElement
  /** The reason for the highlight: the pointer, the own selection, or that of somebody else. */
  kind: 'hover' | 'selection' | 'colleague'
  className?: string | undefined
  hasChip?: boolean
  /** The number of the color of the person who has selected the element. */
  'data-person-color'?: number
  /** The content of the chip. */
  children: ReactNode
}

/**
 * Draws a border with a chip around an element and follows it as it moves. It takes no space and no pointer events.
 */
export function HighlightFrame({
  element,
  kind,
  className,
  hasChip = true,
  children,
  ...attributes
}: HighlightFrameProps) {
  const ref = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const highlightEl = ref.current!
    const update = (isMoving?: boolean) => {
      const box = boundingRectOf(element)
      // All is measured before anything is changed.
      const chip = isMoving ? null : chipPlacementAt(highlightEl, element, box)
      drawAround(highlightEl, box)
      if (chip) highlightEl.dataset['chip'] = chip
    }
    return followElement(element, highlightEl, update, { isHover: kind === 'hover' })
  }, [element, kind])

  return createPortal(
    <div
      {...attributes}
      ref={ref}
      className={classNames(styles.highlight, styles[kind], className)}
      aria-hidden="true"
      data-editor-chrome=""
      data-highlight={kind}
    >
      <span className={styles.chip} hidden={!hasChip}>
        {children}
      </span>
    </div>,
    overlayLayer(),
  )
}

/** The maximum distance of a chip from its element, in pixels. */
const reach = 40

/** Returns where the chip stands, so that it covers no text. */
function chipPlacementAt(highlightEl: HTMLElement, element: HTMLElement, box: Box) {
  const textsAt = (side: 'before' | 'after', edge: number) =>
    textBoxesBeside(element, side, {
      left: box.left - reach,
      right: box.right + reach,
      top: edge - reach,
      bottom: edge + reach,
    })
  const chipEl = highlightEl.firstElementChild as HTMLElement
  return chipPlacement(
    {
      element: box,
      chip: { width: chipEl.offsetWidth, height: chipEl.offsetHeight },
      visible: visibleArea(),
      texts: [...textsAt('before', box.top), ...textsAt('after', box.bottom)],
    },
    highlightEl.dataset['highlight'] === 'hover',
  )
}

/** Draws the border in document coordinates, so that scrolling moves it with the page. */
function drawAround({ style }: HTMLElement, { left, top, right, bottom }: Box) {
  style.translate = `${left + scrollX}px ${top + scrollY}px`
  style.inlineSize = `${right - left}px`
  style.blockSize = `${bottom - top}px`
}
