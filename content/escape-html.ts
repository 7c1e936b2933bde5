/** Escapes text for HTML. The templates of hono/html may be promises, but the document is written synchronously. */

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Returns text as HTML, for content and for attributes in double quotes. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => entities[character]!)
