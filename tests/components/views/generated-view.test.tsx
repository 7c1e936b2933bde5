import { cleanup, render, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { MediaObject } from '#content/model/media-object.ts'
import { createGeneratedView } from '#src/views/registry/generated-view.tsx'
import { component } from '../../support/content/page-payload.ts'
import { sampleMediaObject } from '../../support/content/sample-media-object.ts'

afterEach(cleanup)

const renderCard = (picture?: MediaObject, edited?: ReactElement | string) => {
  const { View } = createGeneratedView([
    ['title', 'text'],
    ['picture', 'image'],
  ])
  const { _metadata, ...card } = component('Card', 'one', { title: 'Goats', picture: edited })
  const metadata = picture ? { ..._metadata, mediaObjects: { picture: [picture] } } : _metadata
  const resource = { ...card, _metadata: metadata }
  return render(
    <View iri={card['@id']} resource={resource} position="/_/component_positions/one" />,
  )
}

test('an image field without a file renders nothing', () => {
  const { container } = renderCard()
  expect(container.innerHTML).toBe('<div data-field="title"><p>Goats</p></div>')
})

test('an image field renders its own file, whatever its name is', () => {
  renderCard(sampleMediaObject)
  expect(screen.getByRole<HTMLImageElement>('presentation').src).toContain('/goat.jpg')
})

test('an image field shows what the editor has in its place: a chosen file, or what chooses one', () => {
  renderCard(sampleMediaObject, 'data:image/png;base64,eA==')
  expect(screen.getByRole<HTMLImageElement>('presentation').src).toContain('data:image/png')
  cleanup()
  renderCard(undefined, <button type="button">Choose</button>)
  expect(screen.getByRole('button', { name: 'Choose' })).toBeTruthy()
})
