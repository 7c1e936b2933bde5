/** Renders the head of a page as markup. */
import type { Head } from '#src/entry-server.tsx'
import { escapeHtml } from '#content/escape-html.ts'
import { toScriptJson } from './document.ts'

const element = (markup: string, value: string | null) =>
  value === null ? [] : [markup.replace('*', () => escapeHtml(value))]

/** Returns the elements of the head as escaped HTML, one on each line. What is null has no element. */
export const headMarkup = ({ title, description, canonical, indexable, ...head }: Head) =>
  [
    ...element('<title>*</title>', title),
    ...element('<meta name="description" content="*">', description),
    ...element('<meta name="robots" content="*">', indexable ? null : 'noindex'),
    ...element('<link rel="canonical" href="*">', canonical),
    ...Object.entries(head.openGraph).flatMap(([name, value]) =>
      element(`<meta property="${name}" content="*">`, value),
    ),
    head.breadcrumb &&
      `<script id="breadcrumb" type="application/ld+json">${toScriptJson(head.breadcrumb)}</script>`,
  ]
    .filter(Boolean)
    .join('\n')
