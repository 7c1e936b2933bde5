/** The content of a file of the disk, as a data URI with its name. It is shown while the file is sent. */

const start = /^data:([^;,]*);name=([^;,]*);base64,/

/** Adds the name of a file to its data URI, under which it is listed in the media library. */
export const withFileName = (dataUri: string, name: string) =>
  dataUri.replace(';base64,', `;name=${name.replace(/[;,]/g, ' ').slice(-100)};base64,`)

/** True for the content of a file that is not sent yet. */
export const isFileContent = (value: unknown) => typeof value === 'string' && start.test(value)

/** Returns the name in the content of a file. */
export const fileNameOf = (content: string) => start.exec(content)?.[2] ?? ''

/** Returns the file that has a content. */
export const fileOf = (content: string) => {
  const [prefix = '', type = '', name = ''] = start.exec(content) ?? []
  const characters = atob(content.slice(prefix.length))
  const bytes = new Uint8Array(characters.length)
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = characters.charCodeAt(at)
  return new File([bytes], name, { type })
}
