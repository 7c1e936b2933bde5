/** Escapes text for HTML. Not hono/html: its templates may be promises, and the document is written synchronously. */

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Returns text as HTML, for content and for attributes in double quotes. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => entities[character]!)
