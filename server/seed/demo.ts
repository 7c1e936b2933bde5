/** The site a new installation starts with, written through the same code as everything an editor writes. */
import type { Viewer } from '../env.ts'
import type { Parts } from '../parts.ts'
import type { Store } from '../store/store.ts'
import { makeBlog } from './blog.ts'
import { makeForm } from './form.ts'
import { createMaker } from './make.ts'
import { makeTopic } from './topic.ts'
import { pages } from './words.ts'

const seeder: Viewer = { userId: 'seed', roles: ['ROLE_ADMIN'] }

interface DemoOptions {
  now?: Date
  /** Takes in the pictures; without it the site has none. */
  keeping?: Parts['keeping']
}

/** Whole or not at all: a start that is cut short leaves an empty site for the next one to fill. */
export const seedDemo = (store: Store, { now = new Date(), keeping }: DemoOptions = {}) =>
  store.together(seeder, async (writes) => {
    const publishedAt = now.toISOString()
    const maker = await createMaker({ writes, shapes: store.shapes, publishedAt, keeping })
    for (const { path, label, content, ...about } of pages()) {
      const page = await maker.page(about, content)
      await maker.link(label, await maker.route(path, about.reference, { page }))
    }
    await makeBlog(maker)
    await makeTopic(maker)
    await makeForm(maker)
  })

/** Fills a site that has nothing yet; says whether it did. */
export const seedWhenEmpty = async (store: Store, options?: DemoOptions) => {
  const { total } = await store.list('/_/layouts', seeder, new URLSearchParams({ perPage: '0' }))
  if (total === 0) await seedDemo(store, options)
  return total === 0
}
