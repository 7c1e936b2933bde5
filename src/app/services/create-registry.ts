/** Creates the registry of views, whose lazy ones are added while the app runs. */
import { signal } from 'alien-signals'
import { subscribe } from '#src/resources/signals.ts'
import type {
  GeneratedViews,
  LoadedView,
  Registry,
  SiteViews,
  Views,
} from '#src/views/registry/registry.ts'

/** Adds a view unless it is registered: React would mount what another one shows anew, and lose the words in it. */
const withView = (views: Views, [[type, name], definition]: LoadedView): Views => ({
  ...views,
  [type]: { [name]: definition, ...views[type] },
})

/** Creates a registry with the views of a site that need not be loaded. */
export const createRegistry = (
  { lazyViews, ...views }: SiteViews,
  generated: GeneratedViews = {},
): Registry => {
  const registered = signal<Views>(views)
  return {
    lazyViews,
    generated,
    read: () => registered(),
    add: (loaded) => registered(loaded.reduce(withView, registered())),
    subscribe: (onChange) => subscribe(registered, onChange),
  }
}
