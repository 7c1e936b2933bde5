import type { Html } from '#content/model/field.ts'

interface HtmlViewProps {
  html: Html | null | undefined
  className?: string | undefined
}

/** Renders a field of the format `html`. All HTML of the content is rendered here; it was sanitized before it was cached. */
export const HtmlView = ({ html, className }: HtmlViewProps) => (
  <div className={className} dangerouslySetInnerHTML={{ __html: html ?? '' }} />
)
