import type { ComponentType } from 'react'
import type { NavigationFocusProps } from '../shell/NavigationFocus.tsx'
import type { DeferredNoticesProps } from '../shell/DeferredNotices.tsx'

/** The components of the deferred bundle. */
export interface DeferredViews {
  NavigationFocus: ComponentType<NavigationFocusProps>
  Notices: ComponentType<DeferredNoticesProps>
  AccountMenu: ComponentType
}
