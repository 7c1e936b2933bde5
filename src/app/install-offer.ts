/** What the browser offers about installing the site, and what somebody has said to it. */
import { fromCallback, fromPromise } from 'xstate'
import type { InstallFact } from '#machines/install.ts'

/** Not every browser has it, and no library of types does. */
interface InstallOffer extends Event {
  prompt: () => Promise<unknown>
}

/** The name that the older client gave it, so that nobody is asked again. */
const refused = 'vite-pwa:hide-install'

let offer: InstallOffer | null = null

export const watchInstall = fromCallback<InstallFact, undefined>(({ sendBack }) => {
  if (localStorage.getItem(refused)) return
  const controller = new AbortController()
  const { signal } = controller
  addEventListener(
    'beforeinstallprompt',
    (event) => {
      event.preventDefault()
      offer = event as InstallOffer
      sendBack({ type: 'install.offered' })
    },
    { signal },
  )
  addEventListener('appinstalled', () => sendBack({ type: 'install.done' }), { signal })
  return () => controller.abort()
})

export const askInstall = fromPromise<void, undefined>(async () => {
  await offer!.prompt()
})

export const keepRefusal = () => localStorage.setItem(refused, '1')
