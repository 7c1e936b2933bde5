/** What the browser offers about installing the site, and what somebody has said to it. */
import { fromCallback, fromPromise } from 'xstate'
import type { BrowserInstallEvent } from '#machines/app/install-prompt.ts'

/** Not every browser has it, and no library of types does. */
interface BeforeInstallPromptEvent extends Event {
  prompt: () => Promise<unknown>
}

/** The name that the older client gave it, so that nobody is asked again. */
const dismissedKey = 'vite-pwa:hide-install'

let installPrompt: BeforeInstallPromptEvent | null = null

export const watchInstall = fromCallback<BrowserInstallEvent, undefined>(({ sendBack }) => {
  if (localStorage.getItem(dismissedKey)) return
  const controller = new AbortController()
  const { signal } = controller
  addEventListener(
    'beforeinstallprompt',
    (event) => {
      event.preventDefault()
      installPrompt = event as BeforeInstallPromptEvent
      sendBack({ type: 'install.offered' })
    },
    { signal },
  )
  addEventListener('appinstalled', () => sendBack({ type: 'install.completed' }), { signal })
  return () => controller.abort()
})

export const askInstall = fromPromise<void, undefined>(async () => {
  await installPrompt!.prompt()
})

export const keepRefusal = () => localStorage.setItem(dismissedKey, '1')
