/** Remembers in the local storage that keys which type a character are no shortcuts in this browser. */

const key = 'character-keys'

/** Throws where the browser refuses its storage. */
export const areCharacterKeysEnabled = () => localStorage.getItem(key) !== 'off'

/** A browser may refuse its storage; then the choice lasts as long as the page. */
export const saveCharacterKeys = ({ enabled }: { enabled: boolean }) => {
  try {
    if (enabled) localStorage.removeItem(key)
    else localStorage.setItem(key, 'off')
  } catch {
    // Nothing is remembered.
  }
}
