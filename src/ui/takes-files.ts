/** Keeps the browser from opening what is dragged, so that it can be dropped. Returns false if that is no file. */
export const takesFiles = (event: DragEvent) => {
  if (!event.dataTransfer?.types.includes('Files')) return false
  event.preventDefault()
  return true
}
