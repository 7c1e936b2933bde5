/** Signs out in a browser without scripts. With scripts, the account menu or the bar of the editor does. */
import type { User } from '#content/model/resource.ts'
import { signOutPath } from '#content/navigation/location.ts'
import { escapeHtml } from '#content/escape-html.ts'

/**
 * Returns a form, as HTML, that says who is signed in and signs out, and that a screen of the admin area needs scripts; nothing
 * for visitors.
 */
export const plainSignOut = (user: User | null, isAdminScreen: boolean) =>
  user
    ? `<noscript>${isAdminScreen ? scriptsNote : ''}<aside class="plain-sign-out" aria-label="Account"><form method="post" action="${signOutPath}">` +
      `<p>Signed in as ${escapeHtml(user.username)}</p><button>Sign out</button></form></aside></noscript>`
    : ''

const scriptsNote =
  '<p class="plain-note">This screen needs scripts, which are turned off in this browser. <a href="/">Back to the site</a></p>'
