import { siteConfigList } from '#content/model/site-config.ts'
import type { Viewer } from '../auth/viewer.ts'
import type { Media } from '../media/media.ts'
import type { Store } from '../store/store.ts'
import { seedBlog } from './blog.ts'
import { seedFormPage } from './form.ts'
import { createContentBuilder } from './content-builder.ts'
import { seedTopic } from './topic.ts'
import { plainPages } from './plain-pages.ts'

const seeder: Viewer = { userId: 'seed', roles: ['ROLE_ADMIN'], isUnaudited: true }

interface DemoOptions {
  now?: Date
  /** Stores the images. Without it the demo has none. */
  withStoredFiles?: Media['withStoredFiles']
}

/**
 * Writes the demo in one transaction: an interrupted start leaves an empty site for the next one.
 * @internal Exported for tests.
 */
export const seedDemo = (store: Store, { now = new Date(), withStoredFiles }: DemoOptions = {}) =>
  store.transact(seeder, async (mutations) => {
    const publishedAt = now.toISOString()
    const builder = await createContentBuilder({
      mutations,
      types: store.types,
      publishedAt,
      withStoredFiles,
    })
    await builder.createResource(siteConfigList, { key: 'siteName', value: 'The Lantern Players' })
    for (const { path, label, content, ...about } of plainPages()) {
      const page = await builder.page(about, content)
      await builder.link(label, await builder.route(path, about.reference, { page }))
    }
    await seedBlog(builder)
    await seedTopic(builder)
    await seedFormPage(builder)
  })

/** Seeds a site that is empty; resolves to true if it was. */
export const seedWhenEmpty = async (store: Store, options?: DemoOptions) => {
  const { total } = await store.list('/_/layouts', seeder, new URLSearchParams({ perPage: '0' }))
  if (total === 0) await seedDemo(store, options)
  return total === 0
}
