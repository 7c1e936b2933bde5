/** A form in a window, its answers in the hands of the test. */
import { act, fireEvent, render, screen } from '@testing-library/react'
import { type InspectionEvent, SimulatedClock } from 'xstate'
import type { FormView, SubmitResult } from '#content/forms/form.ts'
import { formMachine } from '#machines/page/form.ts'
import { type FieldCheck, formFieldMachine } from '#machines/page/form-field.ts'
import { FormWithActor } from '#src/views/form/ApiForm.tsx'
import { blankForm, iri } from './sample-form.ts'
import { startAsEnvironment } from '#charts/paths/causes.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'

interface Options {
  view?: FormView
  isSubmitted?: boolean
  inspect?: (event: InspectionEvent) => void
}

export const openForm = ({ view = blankForm, isSubmitted = false, inspect }: Options = {}) => {
  const submitting = controlledPromise<SubmitResult, { iri: string; body: unknown }>()
  const checking = controlledPromise<readonly string[], FieldCheck>()
  const formField = formFieldMachine.provide({ actors: { checkField: checking.logic } })
  const clock = new SimulatedClock()
  const machine = formMachine.provide({ actors: { formField, submitForm: submitting.logic } })
  const formRef = startAsEnvironment(machine, {
    input: { iri, view, isSubmitted },
    clock,
    ...(inspect && { inspect }),
  })
  render(<FormWithActor formRef={formRef} successMessage={<p>Thank you.</p>} />)
  return {
    formRef,
    submitting,
    checking,
    clock,
    happen: (work: () => void) => act(async () => work()),
    fill: (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } }),
    leave: (label: string) => fireEvent.blur(screen.getByLabelText(label)),
    send: () => fireEvent.click(screen.getByRole('button', { name: 'Send' })),
  }
}

export type OpenForm = ReturnType<typeof openForm>
