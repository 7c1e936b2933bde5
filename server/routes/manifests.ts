/** Which resources a page is made of, before any of them is read (api, section 2.4). */
import { type Context, Hono } from 'hono'
import type { Env } from '../env.ts'
import type { Store } from '../store/store.ts'
import { iriOf, render, requireAccept, sendKept, withoutFormat } from './http.ts'

export const manifests = (store: Store) => {
  const answer = (c: Context<Env>, prefix: string, read: Store['manifest' | 'flatManifest']) => {
    requireAccept(c)
    return sendKept(c, store, async () => {
      const viewer = c.get('viewer')
      const id = iriOf(c).slice(prefix.length)
      const iris = await read(id.startsWith('/') ? id : withoutFormat(id), viewer)
      return render({ resource_iris: iris }, viewer.userId !== null, { Allow: 'GET' })
    })
  }
  return new Hono<Env>()
    .get('/_/resource_manifest/*', (c) => answer(c, '/_/resource_manifest/', store.manifest))
    .get('/_/routes_manifest/*', (c) => answer(c, '/_/routes_manifest/', store.flatManifest))
}
