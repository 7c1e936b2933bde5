/**
 * Lets a browser prerender the page behind a link that is about to be followed, until the app is there: it removes the
 * rules, since it reads pages ahead by itself, and shows them without another document. Browsers follow no rules for
 * visitors who save data. The text is the same in every document, so that the policy allows it by one hash.
 */
import { createHash } from 'node:crypto'
import { authScreenRoots } from '#content/navigation/auth-screen-roots.ts'

const otherPaths = [
  '/_*',
  '/robots.txt',
  '/sitemap*.xml',
  ...authScreenRoots.map((root) => `${root}*`),
]

const text = JSON.stringify({
  prerender: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          ...otherPaths.map((path) => ({ not: { href_matches: path } })),
          { not: { selector_matches: '[target], [download]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
})

/** The rules as markup. */
export const speculationRules = `<script type="speculationrules" id="speculation">${text}</script>`

/** The source by which a Content-Security-Policy allows them. */
export const speculationSource = `'sha256-${createHash('sha256').update(text).digest('base64')}'`
