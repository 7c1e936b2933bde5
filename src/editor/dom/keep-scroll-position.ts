import { visibleArea } from './scroll-into-view.ts'

/**
 * Changes the layout of the page, and keeps what is selected, or else what is at the top of the window, where it was. A
 * browser does not do so when the width of the page changes. Call it between updates of the page: finding what is at the top
 * lays the page out, and what is still missing on it then counts as a layout shift once it is there.
 */
export function keepScrollPosition(changeLayout: () => void) {
  const { left, right, top } = visibleArea()
  const anchorEl =
    document.querySelector('[data-area] [aria-current="true"]') ??
    document.elementFromPoint((left + right) / 2, top)
  const before = anchorEl?.getBoundingClientRect().top
  changeLayout()
  const after = anchorEl?.getBoundingClientRect().top
  scrollBy({ top: (after ?? 0) - (before ?? 0), behavior: 'instant' })
}
