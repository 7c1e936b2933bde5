/** Storages that stand in for those of a browser. */

const refuse = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

/** Returns a storage that is empty. */
export const createStorage = () => {
  const entries = new Map<string, string>()
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  }
}

/** Returns a storage that refuses further items. */
export const fullStorage = (storage = createStorage()) => ({ ...storage, setItem: refuse })

/** The storage of a browser that forbids it. */
export const forbiddenStorage = { getItem: refuse, setItem: refuse, removeItem: refuse }
