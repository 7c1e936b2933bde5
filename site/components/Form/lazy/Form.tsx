import type { ReactNode } from 'react'
import { isFormView } from '#content/forms/form-parts.ts'
import type { Component } from '#content/model/resource.ts'
import { type ComponentViewProps, defineComponent } from '#src/views/registry/registry.ts'
import { ApiForm } from '#src/views/form/ApiForm.tsx'
import type { kind } from '../kind.ts'
import styles from './Form.module.css'

type Form = typeof kind

const createFormView = (defaultMessage: ReactNode) =>
  function FormView({ iri, resource }: ComponentViewProps<Form>) {
    const { formType, successMessage } = resource
    // The API adds it to the kind's fields; its guard types it.
    const { formView }: Component = resource
    // Absent until an editor has chosen a form, and it is stored.
    if (!isFormView(formView)) {
      const isChosen = formType && resource._metadata.persisted === false
      return (
        <p>
          {isChosen ? 'The form is shown here once it is added.' : 'There is no form here yet.'}
        </p>
      )
    }
    return (
      <ApiForm
        key={formType}
        iri={iri}
        view={formView}
        successMessage={
          successMessage ? <p className={styles.message}>{successMessage}</p> : defaultMessage
        }
      />
    )
  }

export default defineComponent<Form>({
  View: createFormView(
    <p>
      <strong>Thank you.</strong> Your form has been sent.
    </p>,
  ),
  variants: {
    ExampleForm: createFormView(
      <>
        <p>
          <strong>Thank you, your letter is with us.</strong>
        </p>
        <p>One of us reads it at the next lay-by and answers within a day.</p>
      </>,
    ),
  },
})
