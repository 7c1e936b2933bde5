import { locationOf } from '#content/navigation/location.ts'
import { updateSearch } from '#content/page/collection.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { usePath } from '#src/views/hooks/use-path.ts'

/** Returns a function that changes parameters of the URL, which decides what is listed, from the first page on. */
export function useOpenList(search: string) {
  const navigationRef = useAppActor('navigation')
  const path = usePath()
  return (changes: Record<string, string | null>) =>
    navigationRef.send({
      type: 'navigation.requested',
      to: locationOf(path + updateSearch(search, { ...changes, page: null })),
      source: 'code',
      replace: true,
    })
}
