import type { ComponentType } from 'react'
import type { ArrivalProps } from '../shell/Arrival.tsx'
import type { DeferredNoticesProps } from '../shell/DeferredNotices.tsx'

/** The components of the deferred bundle. */
export interface DeferredViews {
  Arrival: ComponentType<ArrivalProps>
  Notices: ComponentType<DeferredNoticesProps>
  AccountMenu: ComponentType
}
