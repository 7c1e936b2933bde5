const units = ['B', 'KB', 'MB', 'GB', 'TB']

/** Returns a number of bytes for people: `1.5 GB`. */
export const byteLabel = (bytes: number) => {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1)
  const amount = bytes / 1024 ** power
  return `${amount.toFixed(amount < 10 && power > 0 ? 1 : 0)} ${units[power]}`
}
