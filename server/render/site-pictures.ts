/** Renders what the settings say about the icons of the site, and the description of its social image. */
import { escapeHtml } from '#content/escape-html.ts'
import type { SiteConfig } from '#content/model/site-config.ts'
import type { Head } from '#src/entry-server.tsx'

type IconSettings = Pick<SiteConfig, 'favicon' | 'largeIcon'>

/** Returns the links to the icons as escaped HTML: those of the settings, or else those of the app. */
export const iconMarkup = ({ favicon, largeIcon }: IconSettings) =>
  [
    favicon
      ? `<link rel="icon" href="${escapeHtml(favicon)}">`
      : '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    `<link rel="apple-touch-icon" href="${escapeHtml(largeIcon || '/icons/apple-touch-icon.png')}">`,
  ].join('\n')

/**
 * Returns the description of the social image, where that is the one of the settings. Only the server renders it: those who
 * show a shared page read the document alone.
 */
export const socialImageMarkup = (
  { openGraph }: Head,
  { socialImage, socialImageAlt }: Pick<SiteConfig, 'socialImage' | 'socialImageAlt'>,
) =>
  socialImage && socialImageAlt && openGraph['og:image']?.endsWith(socialImage)
    ? `\n<meta property="og:image:alt" content="${escapeHtml(socialImageAlt)}">`
    : ''
