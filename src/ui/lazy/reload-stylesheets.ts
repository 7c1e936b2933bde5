/** The attribute of a stylesheet that could not be loaded. */
export const failedAttribute = 'data-failed'

/** Requests the stylesheets that could not be loaded again, because the bundler requests each of them only once. */
export const reloadStylesheets = () => {
  for (const linkEl of document.querySelectorAll(`link[${failedAttribute}]`)) {
    linkEl.removeAttribute(failedAttribute)
    linkEl.replaceWith(linkEl.cloneNode())
  }
}
