import type { ReactNode } from 'react'
import { isFormView } from '#content/form-values.ts'
import type { Component } from '#content/resource.ts'
import { type ComponentViewProps, defineComponent } from '#src/views/define.ts'
import { FilledForm } from '#src/views/form/FilledForm.tsx'

interface Form extends Component {
  formType?: string
  /** Absent while nobody has said which form it is. */
  formView?: unknown
}

const formWith = (thanks: ReactNode) =>
  function FormView({ iri, resource: { formView, formType } }: ComponentViewProps<Form>) {
    if (!isFormView(formView)) return <p>There is no form here yet.</p>
    return <FilledForm key={formType} iri={iri} view={formView} thanks={thanks} />
  }

export default defineComponent<Form>({
  View: formWith(
    <p>
      <strong>Thank you.</strong> It has been sent.
    </p>,
  ),
  variants: {
    ExampleForm: formWith(
      <>
        <p>
          <strong>Thank you, your letter is with us.</strong>
        </p>
        <p>One of us reads it at the next lay-by and answers within a day.</p>
      </>,
    ),
  },
})
