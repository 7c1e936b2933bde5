import { isContentPath } from '#content/navigation/path-patterns.ts'
import { usePath } from '#src/views/hooks/use-path.ts'

/** Returns whether a page of content is shown, which the tools of edit mode are about, rather than a screen of the app. */
export const useIsPageShown = () => isContentPath(usePath())
