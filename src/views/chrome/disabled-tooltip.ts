/** Shows why a control is disabled while the pointer is on it, or the keyboard has focused it. */

/** Distances in pixels, from the edges of the window. */
const padding = 8

const keyboardFocus = ':focus-visible'

/** Shows the reasons of disabled controls in an element, until the signal is aborted. */
export function addDisabledTooltip(tooltipEl: HTMLElement, signal: AbortSignal) {
  let controlEl: Element | null = null
  const update = () => {
    const reason = controlEl?.getAttribute('aria-description')
    tooltipEl.hidden = !reason
    if (!reason) return
    tooltipEl.textContent = reason
    placeBeside(tooltipEl, controlEl!)
  }
  // The reason may change meanwhile.
  const observer = new MutationObserver(update)
  const show = (shown: Element | null) => {
    if (shown === controlEl) return
    observer.disconnect()
    controlEl = shown
    if (shown) observer.observe(shown, { attributeFilter: ['aria-description'] })
    update()
  }
  const on = (type: string, listener: (target: EventTarget | null, event: Event) => void) =>
    document.addEventListener(type, (event) => listener(event.target, event), {
      signal,
      capture: true,
      passive: true,
    })
  // The pointer may be moved onto the tooltip, to read it magnified.
  on('pointerover', (target) => target === tooltipEl || show(disabledAt(target) ?? focused()))
  on('focusin', (target) => show(disabledAt(target)))
  on('focusout', () => show(null))
  on('scroll', update)
  on('keydown', (_, event) => (event as KeyboardEvent).key === 'Escape' && show(null))
}

const disabledAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest('[aria-disabled][aria-description]') : null

/** Returns the disabled control that the keyboard has focused, if there is one. */
const focused = () => {
  const focusedEl = document.activeElement
  return focusedEl?.matches(keyboardFocus) ? disabledAt(focusedEl) : null
}

/** Places an element above a control, where the browser shows no title of it, or below it where there is no room. */
function placeBeside(tooltipEl: HTMLElement, controlEl: Element) {
  const { left, top, bottom, width } = controlEl.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = tooltipEl
  const last = document.documentElement.clientWidth - offsetWidth - padding
  const x = Math.max(padding, Math.min(left + (width - offsetWidth) / 2, last))
  const y = top - offsetHeight < 0 ? bottom : top - offsetHeight
  tooltipEl.style.translate = `${Math.round(x)}px ${Math.round(y)}px`
}
