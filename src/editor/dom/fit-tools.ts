/** Decides which tools of a toolbar have room in one row. Those that have none are hidden, and its menu offers them. */

/**
 * Hides as many of the tools that may be hidden as it takes for the others to fit into a width in pixels, from the last
 * one on.
 */
export function fitTools(toolbarEl: HTMLElement, room: number) {
  const tools = [...toolbarEl.querySelectorAll<HTMLElement>('[data-optional-tool]')]
  for (const toolEl of tools) toolEl.hidden = false
  for (const toolEl of tools.toReversed()) {
    if (widthOf(toolbarEl) <= room) return
    toolEl.hidden = true
  }
}

/** The distance of the tools from the edges of the toolbar, in pixels. */
const padding = 4

/** Returns the width of a toolbar beside a component, also while it is docked, where it is as wide as the page. */
export const widthOf = ({ children }: HTMLElement) => {
  const boxes = [...children].map((child) => child.getBoundingClientRect())
  const shown = boxes.filter(({ width }) => width > 0)
  const left = Math.min(...shown.map((box) => box.left))
  return shown.length === 0 ? 0 : Math.max(...shown.map((box) => box.right)) - left + 2 * padding
}

/** Returns the tools that are hidden. */
export const hiddenTools = () => [
  ...document.querySelectorAll<HTMLElement>('[role="toolbar"][data-editor-tools] button[hidden]'),
]
