/** Creates the view of a kind that has none of its own. It shows the fields one after another, each by its format. */
import { type ReactNode, isValidElement } from 'react'
import type { Html, Presentation } from '#content/model/field.ts'
import type { Component } from '#content/model/resource.ts'
import { linkOrNull } from '#content/links/link.ts'
import { HtmlView } from '../page/HtmlView.tsx'
import { ResponsiveImage } from '../page/ResponsiveImage.tsx'
import type { ComponentDefinition, ShownField } from './registry.ts'

type RenderField = (value: unknown, resource: Component, property: string) => ReactNode

const renderers: Record<Presentation, RenderField> = {
  text: (value) => <p>{isValidElement(value) ? value : String(value)}</p>,
  html: (value) => <HtmlView html={value as Html} />,
  link: (value) => <a href={linkOrNull(String(value)) ?? undefined}>{String(value)}</a>,
  image: (value, resource, property) => {
    if (isValidElement(value)) return value
    if (typeof value === 'string') return <img src={value} alt="" />
    return <ResponsiveImage {...{ resource, property }} alt="" sizes="100vw" />
  },
  hidden: () => null,
}

/** Returns the value of a property; for a stored image, the files that the API describes in its place. */
const valueOf = (resource: Component, [name, presentation]: ShownField) =>
  resource[name] ?? (presentation === 'image' ? resource._metadata.mediaObjects?.[name] : null)

/** Creates the view of a kind without one of its own, which shows its fields one after another. */
export const createGeneratedView = (fields: readonly ShownField[]): ComponentDefinition => ({
  View: ({ resource }) =>
    fields.map((field) => {
      const [name, presentation] = field
      const value = valueOf(resource, field)
      return value === undefined || value === null ? null : (
        <div key={name} data-field={name}>
          {renderers[presentation](value, resource, name)}
        </div>
      )
    }),
})
