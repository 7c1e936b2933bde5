import { defineComponent } from '#src/views/registry/registry.ts'
import { Heading } from './Heading.tsx'
import type { kind } from './kind.ts'

export default defineComponent<typeof kind>({
  View: ({ resource, position }) => <Heading position={position}>{resource.title}</Heading>,
  variants: {
    AltTitle: ({ resource, position }) => (
      <Heading position={position} quiet>
        {resource.title}
      </Heading>
    ),
  },
})
