/**
 * Returns the element that holds the highlights, over the page. It is positioned: for a positioned element that comes or goes
 * without such a parent, browsers walk through all of the page.
 */
export const highlightLayer = (className: string) =>
  document.querySelector(`body > .${className}`) ?? appendLayer(className)

const appendLayer = (className: string) => {
  const layerEl = document.createElement('div')
  layerEl.className = className
  document.body.append(layerEl)
  return layerEl
}
