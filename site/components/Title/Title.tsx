import type { Component } from '#content/model/resource.ts'
import { defineComponent } from '#src/views/registry/registry.ts'
import { Heading } from './Heading.tsx'

export interface Title extends Component {
  title?: string
}

export default defineComponent<Title>({
  View: ({ resource, position }) => <Heading position={position}>{resource.title}</Heading>,
  variants: {
    AltTitle: ({ resource, position }) => (
      <Heading position={position} quiet>
        {resource.title}
      </Heading>
    ),
  },
})
