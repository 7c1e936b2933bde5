/** Requests the stylesheets that could not be loaded again, because the bundler requests each of them only once. */
export const reloadStylesheets = () => {
  for (const linkEl of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (!linkEl.sheet) linkEl.replaceWith(linkEl.cloneNode())
}
