import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { selectFailure } from '#machines/error-page.ts'
import { selectShown } from '#machines/fetcher.ts'
import { selectLocation } from '#machines/navigation.ts'
import { headSettings as settings } from '#site/head.ts'
import { useRead } from '#src/resources/use-resource.ts'
import { type Head, headOf } from '#src/views/head.ts'
import { useSite } from '#src/views/use-site.ts'
import { useAppActor } from './actors.tsx'

/** Keeps the document's head to what is shown, as the server wrote it for the first page. */
export function useHead(origin: string | null) {
  const shown = useSelector(useAppActor('fetcher'), selectShown)
  const failure = useSelector(useAppActor('errorPage'), selectFailure)
  const location = useSelector(useAppActor('navigation'), selectLocation)
  const site = useSite()
  const head = useRead(
    (read) => headOf({ shown, failure, read, location, site, origin, settings }),
    sameHead,
  )
  useEffect(() => applyHead(head), [head])
}

const sameHead = (one: Head, other: Head) => JSON.stringify(one) === JSON.stringify(other)

const applyHead = ({ lang, title, description, canonical, indexable, ...head }: Head) => {
  document.documentElement.lang = lang
  document.title = title
  put('meta', 'name', 'description', 'content', description)
  put('meta', 'name', 'robots', 'content', indexable ? null : 'noindex')
  put('link', 'rel', 'canonical', 'href', canonical)
  for (const [name, value] of Object.entries(head.openGraph))
    put('meta', 'property', name, 'content', value)
  const breadcrumb = put(
    'script',
    'id',
    'breadcrumb',
    'type',
    head.breadcrumb && 'application/ld+json',
  )
  if (breadcrumb) breadcrumb.textContent = JSON.stringify(head.breadcrumb)
}

/** One element of the head, named by one attribute, valued by another; null takes it away. */
const put = (tag: string, key: string, name: string, attribute: string, value: string | null) => {
  const present = document.head.querySelector(`${tag}[${key}="${name}"]`)
  if (value === null) {
    present?.remove()
    return null
  }
  const element = present ?? document.head.appendChild(document.createElement(tag))
  element.setAttribute(key, name)
  element.setAttribute(attribute, value)
  return element
}
