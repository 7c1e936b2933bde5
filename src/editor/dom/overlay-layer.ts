/**
 * Returns the element that holds what is drawn over the page, which it follows. It is positioned: browsers walk through all of
 * the page for each positioned element that comes or goes without such a parent.
 */
export const overlayLayer = () =>
  document.querySelector('[data-overlay-layer]') ?? appendOverlayLayer()

const appendOverlayLayer = () => {
  const layerEl = document.createElement('div')
  layerEl.dataset['overlayLayer'] = ''
  document.body.firstElementChild!.after(layerEl)
  return layerEl
}
