import { useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from '#src/ui/Icon.tsx'
import { classNames } from '#src/ui/class-names.ts'
import styles from './ElementHighlight.module.css'
import { followElement } from '../dom/follow-element.ts'
import { boundingRectOf } from '../dom/hit-test.ts'
import { visibleArea } from '../dom/scroll-into-view.ts'
import { type ResourceState, resourceStates } from '../resource-states.ts'

interface ElementHighlightProps {
  element: HTMLElement
  state: ResourceState
  name: string
  /** True for a hovered element, whose highlight is dashed instead of solid. */
  isHover?: boolean
}

/**
 * Draws a border with a label around an element and follows it as it moves. It takes no space and no pointer events.
 */
export function ElementHighlight({ element, state, name, isHover = false }: ElementHighlightProps) {
  const ref = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const highlightEl = ref.current!
    return followElement(element, highlightEl, () =>
      positionHighlight(highlightEl, boundingRectOf(element)),
    )
  }, [element])

  return createPortal(
    <div
      ref={ref}
      className={classNames(styles.highlight, styles[state], isHover ? styles.hover : '')}
      aria-hidden="true"
      data-editor-chrome=""
      data-highlight={isHover ? 'hover' : 'selection'}
    >
      <span className={styles.tag}>
        <Icon name={resourceStates[state].icon} />
        {name} · {resourceStates[state].label}
      </span>
    </div>,
    document.body,
  )
}

/** Space in pixels that the tag needs above the element; the editor bar covers what is above that. */
const tagClearance = 80

function positionHighlight(highlightEl: HTMLElement, { left, top, width, height }: DOMRect) {
  const { style, dataset } = highlightEl
  // Document coordinates, so that scrolling moves the highlight with the page and costs no update.
  style.translate = `${left + scrollX}px ${top + scrollY}px`
  style.inlineSize = `${width}px`
  style.blockSize = `${height}px`
  const tagEl = highlightEl.firstElementChild as HTMLElement
  dataset['side'] = top < tagClearance ? 'below' : 'above'
  dataset['align'] = left + tagEl.offsetWidth > visibleArea().right ? 'end' : 'start'
}
