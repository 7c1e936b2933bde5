/** Waits for the browser's offer to install the app, shows its dialog and remembers a dismissal. */
import { fromCallback, fromPromise } from 'xstate'
import type { BrowserInstallEvent, Offer } from '#machines/app/install-prompt.ts'

/** Implemented by Chromium only and missing from TypeScript's DOM types. */
interface BeforeInstallPromptEvent extends Event {
  prompt: () => Promise<unknown>
}

/** The key that the older client used, so that its dismissals still count. */
const dismissedKey = 'vite-pwa:hide-install'

export const watchInstallPrompt = fromCallback<BrowserInstallEvent, undefined>(({ sendBack }) => {
  if (localStorage.getItem(dismissedKey)) return
  const controller = new AbortController()
  const { signal } = controller
  addEventListener(
    'beforeinstallprompt',
    (event) => {
      event.preventDefault()
      const prompt = () => (event as BeforeInstallPromptEvent).prompt()
      sendBack({ type: 'install.offered', prompt })
    },
    { signal },
  )
  addEventListener('appinstalled', () => sendBack({ type: 'install.completed' }), { signal })
  return () => controller.abort()
})

export const showInstallPrompt = fromPromise<void, Offer>(async ({ input: { prompt } }) => {
  await prompt()
})

/** Remembers in this browser that the offer was dismissed. */
export const saveDismissal = () => localStorage.setItem(dismissedKey, '1')
