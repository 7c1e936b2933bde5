/** Loads the views of the site for the server, which renders any page. */
import { siteViews } from '#site/index.ts'
import { kinds } from '#site/kinds.ts'
import { shownFieldsOf } from '#content/model/field.ts'
import { loadAllViews } from '#src/views/registry/load-views.ts'
import { memoizeAsync } from '#content/memoize-async.ts'
import { createRegistry } from '../services/create-registry.ts'

/** Returns the registry with all views, those of the kinds that have none generated, and the source files of the lazy ones. */
export const loadServerRegistry = memoizeAsync(async () => {
  const { all, sourceFileOf } = await siteViews.lazyViews()
  const withView = new Set([
    ...Object.keys(siteViews.components),
    ...all.flatMap(([type, name]) => (type === 'components' ? [name] : [])),
  ])
  const generated = shownFieldsOf(kinds.components.filter(({ type }) => !withView.has(type)))
  const registry = createRegistry(siteViews, generated)
  await loadAllViews(registry)
  return { registry, sourceFileOf }
})
