/** Reads and writes the clipboard of the browser. */
import { documentTextInHtml } from './clipboard-flavors.ts'

/**
 * Writes flavors to the clipboard by a `copy` event that the page causes itself: the only way to types of one's own that
 * all browsers have. Returns false where the browser refuses it, as without a gesture of the user shortly before.
 */
export const writeClipboard = (flavors: Readonly<Record<string, string>>): boolean => {
  let isWritten = false
  const write = (event: ClipboardEvent) => {
    // The listeners of edit mode would copy what is selected by now.
    event.stopImmediatePropagation()
    isWritten = writeFlavors(event, flavors)
  }
  document.addEventListener('copy', write, { capture: true })
  document.execCommand('copy')
  document.removeEventListener('copy', write, { capture: true })
  return isWritten
}

/** Writes flavors in place of what the browser would copy or cut. Returns false for an event without a clipboard. */
export const writeFlavors = (
  event: ClipboardEvent,
  flavors: Readonly<Record<string, string>>,
): boolean => {
  const { clipboardData } = event
  if (!clipboardData) return false
  for (const [type, text] of Object.entries(flavors)) clipboardData.setData(type, text)
  event.preventDefault()
  return true
}

/**
 * Returns the document of copied components that is on the clipboard; null if there is none. Rejects where the browser or
 * the user does not allow that.
 */
export const readClipboard = async (): Promise<string | null> => {
  const items = await readUnsanitized()
  const texts = await Promise.all(
    items
      .filter(({ types }) => types.includes('text/html'))
      .map(async (item) => documentTextInHtml(await (await item.getType('text/html')).text())),
  )
  return texts.find((text) => text !== null) ?? null
}

/** Chromium would remove attributes from the HTML, which is only parsed here. */
const readUnsanitized = () => {
  const read: (options?: object) => Promise<ClipboardItems> = navigator.clipboard.read
  return read.call(navigator.clipboard, { unsanitized: ['text/html'] })
}
