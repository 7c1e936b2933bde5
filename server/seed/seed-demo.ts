import type { Viewer } from '../auth/viewer.ts'
import type { Features } from '../startup/features.ts'
import type { Store } from '../store/store.ts'
import { seedBlog } from './blog.ts'
import { seedFormPage } from './form.ts'
import { createContentBuilder } from './content-builder.ts'
import { seedTopic } from './topic.ts'
import { plainPages } from './plain-pages.ts'

const seeder: Viewer = { userId: 'seed', roles: ['ROLE_ADMIN'] }

interface DemoOptions {
  now?: Date
  /** Stores the images. Without it the demo has none. */
  withStoredFiles?: Features['withStoredFiles']
}

/**
 * Writes the demo in one transaction: an interrupted start leaves an empty site for the next one.
 * @internal Exported for tests.
 */
export const seedDemo = (store: Store, { now = new Date(), withStoredFiles }: DemoOptions = {}) =>
  store.transact(seeder, async (mutations) => {
    const publishedAt = now.toISOString()
    const maker = await createContentBuilder({
      mutations,
      types: store.types,
      publishedAt,
      withStoredFiles,
    })
    for (const { path, label, content, ...about } of plainPages()) {
      const page = await maker.page(about, content)
      await maker.link(label, await maker.route(path, about.reference, { page }))
    }
    await seedBlog(maker)
    await seedTopic(maker)
    await seedFormPage(maker)
  })

/** Seeds a site that is empty; resolves to true if it was. */
export const seedWhenEmpty = async (store: Store, options?: DemoOptions) => {
  const { total } = await store.list('/_/layouts', seeder, new URLSearchParams({ perPage: '0' }))
  if (total === 0) await seedDemo(store, options)
  return total === 0
}
