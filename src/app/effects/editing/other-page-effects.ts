/** Knows the page on which a change is made, and notifies of a change that was undone or redone on another page. */
import type { ChangeJob } from '#content/change/change-run.ts'
import type { ChangePage } from '#content/change/types.ts'
import { changeOnOtherPage } from '#content/change/undo/history-states.ts'
import type { Resource } from '#content/model/resource.ts'
import type { NotificationsRef } from '#machines/app/notifications.ts'
import { type FetcherRef, selectCurrentPage } from '#machines/page/fetcher.ts'
import { type ActorSystem, servicesOf } from '../../services/services.ts'
import { locationPath } from '../shared.ts'

/**
 * Returns the current page as a change remembers it: with its title, or its path if it has none. The path is that of the
 * location, by which the page can be opened again.
 */
export const changePage = (system: ActorSystem): ChangePage => {
  const fetcherRef: FetcherRef = system.get('fetcher')
  const { page, pageData } = selectCurrentPage(fetcherRef.getSnapshot()) ?? {}
  const path = locationPath(system)
  const shown: Resource | undefined = servicesOf(system).cache.read(pageData ?? page ?? '')
  const title = shown?.['title']
  return { path, title: typeof title === 'string' && title !== '' ? title : path }
}

/** Adds a notification about a change that was undone or redone on another page: one for each page. */
export const notifyOfOtherPage = (
  { system }: { system: ActorSystem },
  { job }: { job: ChangeJob },
) => {
  const found = changeOnOtherPage(job, locationPath(system))
  if (!found) return
  const { direction, change, page } = found
  const notificationsRef: NotificationsRef = system.get('notifications')
  notificationsRef.send({
    type: 'notification.added',
    key: `other page ${page.path}`,
    tone: 'info',
    heading: `${direction === 'undo' ? 'Undone' : 'Redone'} on another page`,
    messages: [],
    otherPageChange: { change, page },
  })
}
