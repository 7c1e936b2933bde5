/**
 * Returns the element that holds what is drawn over the page, which it follows. It is positioned: browsers walk through all of
 * the page for each positioned element that comes or goes without such a parent.
 */
export const overlayLayer = () => (layer?.isConnected ? layer : (layer = appendOverlayLayer()))

/** Remembered, because it follows all of the page, in which it would be looked for each time. */
let layer: HTMLElement | undefined

const appendOverlayLayer = () => {
  const layerEl = document.createElement('div')
  layerEl.dataset['overlayLayer'] = ''
  document.body.firstElementChild!.after(layerEl)
  return layerEl
}
