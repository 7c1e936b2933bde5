import type { AppHistory } from '#src/app/browser/history.ts'

/** Returns a history that does nothing. */
export const createSilentHistory = ({ followsRedirects = true } = {}): AppHistory => ({
  commit: () => {},
  restore: () => {},
  scrollToStart: () => {},
  scrollToSaved: () => {},
  followRedirect: () => followsRedirects,
})
