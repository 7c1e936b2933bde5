import type { ReactNode } from 'react'
import type { Html } from '#content/model/field.ts'

/** Renders the editor of an inline field as the element with this class, in edit mode. */
export type RenderHtmlEditor = (className: string | undefined) => ReactNode

interface HtmlViewProps {
  html: Html | RenderHtmlEditor | null | undefined
  className?: string | undefined
}

/** Renders a field of the format `html`. All HTML of the content is rendered here; it was sanitized before it was cached. */
export const HtmlView = ({ html, className }: HtmlViewProps) =>
  typeof html === 'function' ? (
    html(className)
  ) : (
    <div className={className} dangerouslySetInnerHTML={{ __html: html ?? '' }} />
  )
