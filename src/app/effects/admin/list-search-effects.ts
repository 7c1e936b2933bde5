/** Provides the effects of the search of a list of the admin area. Loaded with the first of them. */
import { locationOf } from '#content/navigation/location.ts'
import { updateSearch } from '#content/page/collection.ts'
import { listSearchMachine } from '#machines/admin/list-search.ts'
import { type NavigationRef, selectLocation } from '#machines/page/navigation.ts'

export const listSearch = listSearchMachine.provide({
  actions: {
    openSearch: ({ system }, { words }) => {
      const navigationRef: NavigationRef = system.get('navigation')
      const { path, search } = selectLocation(navigationRef.getSnapshot())
      navigationRef.send({
        type: 'navigation.requested',
        to: locationOf(path + updateSearch(search, { search: words, page: null })),
        source: 'code',
        replace: true,
      })
    },
  },
})
