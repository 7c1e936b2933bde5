const kilobyte = 1024
const megabyte = kilobyte * kilobyte

/** Returns the size of a file in words, such as `25 KB` or `1.2 MB`. */
export const fileSizeLabel = (bytes: number) =>
  bytes < megabyte ? `${Math.ceil(bytes / kilobyte)} KB` : `${(bytes / megabyte).toFixed(1)} MB`
