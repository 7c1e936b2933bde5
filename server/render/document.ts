/** Renders the HTML document around a page. */
import { themeColor } from './pwa-routes.ts'

export interface Assets {
  /** The module that hydrates the page, and its imports. */
  script: string
  preloads: string[]
  styles: string[]
  /** Assets of lazy views, by source file; absent in development. */
  pieces?: Record<string, Pick<Assets, 'preloads' | 'styles'>>
}

interface DocumentParts {
  lang: string
  /** The tags of the head as escaped markup. */
  head: string
  body: string
  state: unknown
  assets: Assets
}

export const renderDocument = ({ lang, head, body, state, assets }: DocumentParts) =>
  `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}
<meta name="theme-color" content="${themeColor}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png">
<link rel="manifest" href="/manifest.webmanifest">
${assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('')}
${assets.preloads.map((href) => `<link rel="modulepreload" href="${href}">`).join('')}
<script type="module" src="${assets.script}"></script>
</head>
<body>
<div id="root">${body}</div>
<script type="application/json" id="state">${toScriptJson(state)}</script>
</body>
</html>
`

/** Returns JSON that cannot end its script element and is valid JavaScript, whatever the content. */
export const toScriptJson = (state: unknown) =>
  JSON.stringify(state)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => entities[character]!)
