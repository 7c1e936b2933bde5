/** Renders the HTML document around a page. */
import template from '../../index.html?raw'
import { escapeHtml } from '#content/escape-html.ts'
import type { DocumentState } from '#src/entry-server.tsx'
import { themeColor } from './pwa-routes.ts'

/** A stylesheet that stands in the document, so that the first paint waits for no other answer. */
export interface InlineStyle {
  /** The URL of the file of the same text. */
  href: string
  text: string
  /** The source by which a Content-Security-Policy allows the text: `'sha256-…'`. */
  source: string
}

export interface Assets {
  /** The module that hydrates the page, and its imports. */
  script: string
  preloads: string[]
  styles: readonly InlineStyle[]
  /** All other scripts of the build; absent in development. */
  scripts?: string[]
  /** The assets of lazy views, by source file; absent in development. */
  lazyViewAssets?: Record<string, Pick<Assets, 'preloads' | 'styles'>>
}

/** The assets of the two builds of the client: visitors get one without the editor and the screens of accounts. */
export interface ClientAssets {
  visitor: Assets
  editor: Assets
}

interface DocumentParts {
  lang: string
  /** The tags of the head as escaped markup. */
  head: string
  body: string
  /** The form that signs out without scripts, as HTML. */
  account: string
  state: DocumentState
  /** The links to the icons of the site as escaped markup. */
  icons: string
  assets: Assets
}

/** The script of the template, which the assets replace. */
const templateScript = '<script type="module" src="/src/entry-client.tsx"></script>'

/** The template, cut at its placeholders and at the script that the build replaces. */
const templateParts = template.split(
  new RegExp(`(%lang%|%themeColor%|<!--(?:head|icons|root|account|state)-->|${templateScript})`),
)

const modulePreload = (href: string) => `<link rel="modulepreload" href="${href}">`

/** The link is never loaded: for the bundler it says that the stylesheet is there, which it would request with a script else. */
const inlineStyle = ({ text, href }: InlineStyle) =>
  `<style>${text}</style><link rel="stylesheet" href="${href}" disabled>`

/**
 * Returns the document of a page: the template, `index.html`, with its placeholders filled, which the build and `npm
 * run dev` read, too.
 */
export const renderDocument = ({
  lang,
  head,
  body,
  account,
  state,
  icons,
  assets,
}: DocumentParts) => {
  const { script, styles, preloads } = assets
  const contents: Record<string, string> = {
    '%lang%': escapeHtml(lang),
    '%themeColor%': themeColor,
    '<!--head-->': head,
    '<!--icons-->': icons,
    '<!--root-->': body,
    '<!--account-->': account,
    '<!--state-->': `<script type="application/json" id="state">${toScriptJson(state)}</script>`,
    [templateScript]: [
      ...styles.map(inlineStyle),
      ...preloads.map(modulePreload),
      `<script type="module" src="${script}"></script>`,
    ].join('\n'),
  }
  // Concatenated rather than joined: the document is then copied once, when it is encoded.
  return templateParts.reduce(
    (text, part, index) => text + (index % 2 ? contents[part]! : part),
    '',
  )
}

/** Returns JSON that cannot end its script element and is valid JavaScript, whatever the content. */
export const toScriptJson = (state: unknown) =>
  JSON.stringify(state)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
