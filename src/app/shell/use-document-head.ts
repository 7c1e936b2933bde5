import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { selectFailure } from '#machines/page/error-page.ts'
import { selectCurrentPage } from '#machines/page/fetcher.ts'
import { selectLocation } from '#machines/page/navigation.ts'
import { headSettings as settings } from '#site/head.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { type Head, headOf } from '#src/views/head/page-head.ts'
import { useSiteConfig } from '#src/views/hooks/use-site-config.ts'
import { useAppActor } from './app-context.tsx'

/** Keeps the document's head to what is shown, as the server wrote it for the first page. */
export function useDocumentHead(origin: string | null) {
  const shown = useSelector(useAppActor('fetcher'), selectCurrentPage)
  const failure = useSelector(useAppActor('errorPage'), selectFailure)
  const location = useSelector(useAppActor('navigation'), selectLocation)
  const site = useSiteConfig()
  const head = useResourceSelector(
    (read) => headOf({ shown, failure, read, location, site, origin, settings }),
    isSameHead,
  )
  useEffect(() => applyHead(head), [head])
}

const isSameHead = (one: Head, other: Head) => JSON.stringify(one) === JSON.stringify(other)

const applyHead = ({ lang, title, description, canonical, indexable, ...head }: Head) => {
  document.documentElement.lang = lang
  document.title = title
  setHeadElement('meta', 'name', 'description', 'content', description)
  setHeadElement('meta', 'name', 'robots', 'content', indexable ? null : 'noindex')
  setHeadElement('link', 'rel', 'canonical', 'href', canonical)
  for (const [name, value] of Object.entries(head.openGraph))
    setHeadElement('meta', 'property', name, 'content', value)
  const breadcrumb = setHeadElement(
    'script',
    'id',
    'breadcrumb',
    'type',
    head.breadcrumb && 'application/ld+json',
  )
  if (breadcrumb) breadcrumb.textContent = JSON.stringify(head.breadcrumb)
}

/** One element of the head, named by one attribute, valued by another; null takes it away. */
const setHeadElement = (
  tag: string,
  key: string,
  name: string,
  attribute: string,
  value: string | null,
) => {
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
