/** Returns what a field holds as plain text and as HTML. */
import type { EnteredValue } from '#content/change/fields/field-value.ts'
import { fileNameOf, isFileContent } from '#content/pictures/file-content.ts'

/** A file is named, whether it is in the media library by now or not. */
const textOf = (value: unknown) => {
  const text = String(value ?? '')
  return isFileContent(text) ? fileNameOf(text) : text.replace(/^\/_\/media_objects\//, '')
}

/** Returns a value as plain text. HTML is parsed in an inert document, where none of its scripts run. */
export const plainTextOf = ({ value, isHtml }: EnteredValue) => {
  const text = textOf(value)
  if (!isHtml) return text
  return new DOMParser().parseFromString(text, 'text/html').body.textContent?.trim() ?? ''
}

/** Returns a value as HTML. */
export const htmlOf = ({ value, isHtml }: EnteredValue) => {
  if (isHtml) return textOf(value)
  const element = document.createElement('p')
  element.textContent = textOf(value)
  return element.outerHTML
}

const blockEnds = /<\/(?:p|h[1-6]|li|blockquote|pre)>|<br *\/?>/gi

/** Returns a value as plain text in which each block of HTML begins a new line. */
export const linesOf = ({ value, isHtml }: EnteredValue) =>
  plainTextOf({ value: isHtml ? textOf(value).replaceAll(blockEnds, '$&\n') : value, isHtml })
