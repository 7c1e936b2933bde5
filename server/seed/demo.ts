/** The site a new installation starts with, written through the same code as everything an editor writes. */
import type { Viewer } from '../env.ts'
import type { Store } from '../store/store.ts'
import { makeBlog } from './blog.ts'
import { makeForm } from './form.ts'
import { createMaker } from './make.ts'
import { makeTopic } from './topic.ts'
import { pages } from './words.ts'

const seeder: Viewer = { userId: 'seed', roles: ['ROLE_ADMIN'] }

/** What stands beside the plain pages, in the order of the menu. */
const extras = { blog: makeBlog, topic: makeTopic, form: makeForm }
export type Extra = keyof typeof extras

interface DemoOptions {
  now?: Date
  /** Those that the site has views for; without one a page would be there and show nothing. */
  extras?: readonly Extra[]
}

/** Whole or not at all: a start that is cut short leaves an empty site for the next one to fill. */
export const seedDemo = (
  store: Store,
  { now = new Date(), extras: wanted = [] }: DemoOptions = {},
) =>
  store.together(seeder, async (writes) => {
    const maker = await createMaker(writes, now.toISOString())
    for (const { path, label, content, ...about } of pages) {
      const page = await maker.page(about, content)
      await maker.link(label, await maker.route(path, about.reference, { page }))
    }
    for (const extra of wanted) await extras[extra](maker)
  })

/** Fills a site that has nothing yet; says whether it did. */
export const seedWhenEmpty = async (store: Store) => {
  const { total } = await store.list('/_/layouts', seeder, new URLSearchParams({ perPage: '0' }))
  if (total === 0) await seedDemo(store)
  return total === 0
}
