/** A form in a window, its answers in the hands of the test. */
import { act, fireEvent, render, screen } from '@testing-library/react'
import { type InspectionEvent, SimulatedClock, createActor } from 'xstate'
import type { FormView } from '#content/form.ts'
import { type Submitted, formMachine } from '#machines/form.ts'
import { formFieldMachine } from '#machines/form-field.ts'
import { FormOf } from '#src/views/form/FilledForm.tsx'
import { blankForm, iri } from './form.ts'
import { puppet } from './paths.ts'

interface Options {
  view?: FormView
  inspect?: (event: InspectionEvent) => void
}

export const openForm = ({ view = blankForm, inspect }: Options = {}) => {
  const submitting = puppet<Submitted, { iri: string; body: unknown }>()
  const checking = puppet<readonly string[], { name: string }>()
  const formField = formFieldMachine.provide({ actors: { checkField: checking.logic } })
  const clock = new SimulatedClock()
  const formRef = createActor(
    formMachine.provide({ actors: { formField, submitForm: submitting.logic } }),
    { input: { iri, view }, clock, ...(inspect && { inspect }) },
  ).start()
  render(<FormOf formRef={formRef} thanks={<p>Thank you.</p>} />)
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
