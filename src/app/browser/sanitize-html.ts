/** Sanitizes HTML in the browser with DOMPurify. Loaded with the first HTML. */
import DOMPurify from 'dompurify'
import { allowedHtml, isAllowedValue } from '#content/model/allowed-html.ts'

const options = {
  ALLOWED_TAGS: [...allowedHtml.tags],
  ALLOWED_ATTR: [...new Set(Object.values(allowedHtml.attributes).flat())],
  ALLOWED_URI_REGEXP: new RegExp(
    `^(?:(?:${allowedHtml.schemes.join('|')}):|[^a-z]|[a-z+.-]+(?:[^a-z+.:-]|$))`,
    'i',
  ),
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
}

DOMPurify.addHook('uponSanitizeAttribute', ({ nodeName }, attribute) => {
  if (!isAllowedValue(nodeName.toLowerCase(), attribute.attrName, attribute.attrValue))
    attribute.keepAttr = false
})

DOMPurify.addHook('afterSanitizeAttributes', (element) => {
  // Prevents the opened page from accessing `window.opener`.
  if (element.getAttribute('target') === '_blank')
    element.setAttribute('rel', 'noopener noreferrer')
  if (element.nodeName === 'IMG' && !element.hasAttribute('src')) element.remove()
})

/** Returns HTML with only the elements and attributes that the server allows as well. */
export const sanitizeHtml = (html: string) => DOMPurify.sanitize(html, options)
