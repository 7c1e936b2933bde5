import { useSelector } from '@xstate/react'
import type { PageData } from '#content/resource.ts'
import { selectShown } from '#machines/fetcher.ts'
import { useAppActor } from '#src/app/actors.tsx'
import { useResource } from '#src/resources/use-resource.ts'

/** What the page that is shown is about, where one template shows many. */
export function usePageData() {
  const shown = useSelector(useAppActor('fetcher'), selectShown)
  return useResource<PageData>(shown?.pageData)
}
