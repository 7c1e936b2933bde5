/** Creates the view of a kind that has none of its own. It shows the fields one after another, each by its format. */
import { type ReactNode, isValidElement } from 'react'
import type { Html, Presentation } from '#content/model/field.ts'
import type { Component } from '#content/model/resource.ts'
import { linkOrNull } from '#content/page/link.ts'
import { HtmlView } from '../page/HtmlView.tsx'
import { ResponsiveImage } from '../page/ResponsiveImage.tsx'
import type { ComponentDefinition, ShownField } from './registry.ts'

type RenderField = (value: unknown, resource: Component) => ReactNode

const renderers: Record<Presentation, RenderField> = {
  text: (value) => <p>{isValidElement(value) ? value : String(value)}</p>,
  html: (value) => <HtmlView html={value as Html} />,
  link: (value) => <a href={linkOrNull(String(value)) ?? undefined}>{String(value)}</a>,
  image: (_value, resource) => <ResponsiveImage resource={resource} alt="" sizes="100vw" />,
  hidden: () => null,
}

const isPresent = (value: unknown, presentation: Presentation) =>
  presentation === 'image' || (value !== undefined && value !== null)

/** Creates the view of a kind without one of its own, which shows its fields one after another. */
export const createGeneratedView = (fields: readonly ShownField[]): ComponentDefinition => ({
  View: ({ resource }) =>
    fields.map(([name, presentation]) =>
      isPresent(resource[name], presentation) ? (
        <div key={name} data-field={name}>
          {renderers[presentation](resource[name], resource)}
        </div>
      ) : null,
    ),
})
