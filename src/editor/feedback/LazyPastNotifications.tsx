import { useSelector } from '@xstate/react'
import { isOpen } from '#machines/app/past-notifications.ts'
import { lazyView } from '#src/ui/lazy/lazy-view.tsx'
import { loadTools } from '../load-tools.ts'
import type { PastNotificationsProps } from './PastNotifications.tsx'

const PastNotificationsDialog = lazyView(async () => (await loadTools()).PastNotificationsDialog)

/** Lists the past notifications once that is requested. */
export const LazyPastNotifications = (props: PastNotificationsProps) =>
  useSelector(props.pastNotificationsRef, isOpen) ? <PastNotificationsDialog {...props} /> : null
