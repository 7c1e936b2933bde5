/** Gives Node the part of a browser's `XMLHttpRequest` by which files are uploaded. */
import { vi } from 'vitest'

/** Provides it until the end of the test, and what else of a browser describes an uploaded picture. */
export const provideUploads = (origin: string, fetch: typeof globalThis.fetch) => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('window', { location: { href: `${origin}/`, origin } })
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      readonly upload = new EventTarget()
      readonly headers = new Headers()
      readonly controller = new AbortController()
      method = ''
      url = ''
      status = 0
      responseText = ''

      open(method: string, url: string) {
        Object.assign(this, { method, url })
      }

      setRequestHeader(name: string, value: string) {
        this.headers.set(name, value)
      }

      abort() {
        this.controller.abort()
      }

      async send(body: FormData) {
        const { method, headers, controller } = this
        try {
          const answer = await fetch(this.url, { method, headers, body, signal: controller.signal })
          this.responseText = await answer.text()
          this.status = answer.status
          this.dispatchEvent(new Event('load'))
        } catch {
          this.dispatchEvent(new Event('error'))
        }
      }
    },
  )
}
