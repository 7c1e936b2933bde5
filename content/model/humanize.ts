/** Returns a name as words: `mainContent` and `main_content` are “Main content”. */
export function humanize(name: string) {
  const words = name
    .replaceAll(/(?<=[a-z])(?=[A-Z])|[-_\s]+/g, ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
