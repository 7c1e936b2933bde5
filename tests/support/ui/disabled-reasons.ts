/** Finds controls that are disabled without saying why, at any time of a test. */

const disabled = '[aria-disabled="true"], :disabled'

/** Returns the disabled controls in an element, and it itself if it is one, that do not say why. */
export const unexplainedIn = (element: Element) =>
  [...(element.matches(disabled) ? [element] : []), ...element.querySelectorAll(disabled)].filter(
    (control) => !isExplained(control),
  )

/**
 * True for a control whose reason is on it, so that the tooltip and screen readers have it, and for one that a text beside it
 * describes. A description in another element wins over the reason, so that none may have both. An option has the reason in its name.
 */
const isExplained = (control: Element) => {
  if (control.matches('option')) return /\(.+\)$/.test(control.textContent)
  const reason = control.getAttribute('aria-description')
  const ids = control.getAttribute('aria-describedby')
  if (reason !== null) return reason.trim() !== '' && ids === null
  const texts = ids?.split(' ').map((id) => document.getElementById(id)?.textContent ?? '')
  return control.matches(':disabled') && Boolean(texts?.join('').trim())
}

/**
 * Watches the document. Returns a function that stops this, and returns the HTML of the controls that were disabled without a
 * reason since then.
 */
export function watchDisabledReasons() {
  const found = new Set<string>()
  const inspect = (records: readonly MutationRecord[]) => {
    for (const { type, target, addedNodes } of records) {
      const changed = type === 'attributes' ? [target] : [...addedNodes]
      for (const node of changed)
        if (node instanceof Element && node.isConnected)
          for (const control of unexplainedIn(node)) found.add(control.outerHTML.slice(0, 300))
    }
  }
  const observer = new MutationObserver(inspect)
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled', 'aria-disabled', 'aria-description', 'aria-describedby'],
  })
  return () => {
    inspect(observer.takeRecords())
    observer.disconnect()
    return [...found]
  }
}
