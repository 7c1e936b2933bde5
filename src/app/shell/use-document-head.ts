import { dequal } from 'dequal/lite'
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

/** Updates the document's head after a navigation, as the server renders it for the first page. */
export function useDocumentHead(origin: string | null) {
  const currentPage = useSelector(useAppActor('fetcher'), selectCurrentPage)
  const failure = useSelector(useAppActor('errorPage'), selectFailure)
  const location = useSelector(useAppActor('navigation'), selectLocation)
  const site = useSiteConfig()
  const head = useResourceSelector(
    (read) => headOf({ currentPage, failure, read, location, site, origin, settings }),
    dequal,
  )
  useEffect(() => applyHead(head), [head])
}

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

/** Sets an attribute of the head element with `key="name"`, creating it if needed; removes it when the value is null. */
const setHeadElement = (
  tag: string,
  keyAttribute: string,
  name: string,
  valueAttribute: string,
  value: string | null,
) => {
  const existing = document.head.querySelector(`${tag}[${keyAttribute}="${name}"]`)
  if (value === null) {
    existing?.remove()
    return null
  }
  const element = existing ?? document.head.appendChild(document.createElement(tag))
  element.setAttribute(keyAttribute, name)
  element.setAttribute(valueAttribute, value)
  return element
}
