import { useSyncExternalStore } from 'react'
import { type PanelDimension, panelBounds } from '#content/page/geometry/panel-size.ts'
import { hasRoomBesidePage } from '../dom/has-room-beside-page.ts'

/** Returns which size of the panel can be changed in this window: its width beside the page, its height below it. */
export const panelDimension = (): PanelDimension => (hasRoomBesidePage() ? 'width' : 'height')

const subscribe = (onChange: () => void) => {
  addEventListener('resize', onChange)
  return () => removeEventListener('resize', onChange)
}

/** Returns what can be changed of the panel's size, and the bounds that the window sets it. */
export function usePanelBounds() {
  const dimension = useSyncExternalStore(subscribe, panelDimension)
  const room = useSyncExternalStore(subscribe, () =>
    panelDimension() === 'width' ? innerWidth : innerHeight,
  )
  const rem = useSyncExternalStore(subscribe, () =>
    Number.parseFloat(getComputedStyle(document.documentElement).fontSize || '16'),
  )
  return { dimension, bounds: panelBounds(dimension, room, rem) }
}
