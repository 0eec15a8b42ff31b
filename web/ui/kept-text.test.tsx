// @vitest-environment happy-dom

import { act } from 'react'
import { useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { renderScreen, settle, type } from '#web/testing/screen.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { ComboboxField } from './combobox-field.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
// Loaded beforehand: the dialog itself loads it when it opens.
import './dialog-popup.tsx'
import { TextArea } from './text-area.tsx'
import { TextField } from './text-field.tsx'

const nothing = () => undefined
const limit = 250
const pasted = 'a'.repeat(limit + 20)
const refusal = `Puede tener hasta ${limit} caracteres. Acórtalo para seguir.`

type Values = { note: string; to: string }

/** `onSend` gets what the form would send. */
function Form({ field, onSend }: { field: 'area' | 'line' | 'choice'; onSend: (values: Values) => void }) {
  const { register, handleSubmit, reset, setValue, watch } = useForm<Values>({ defaultValues: { note: '', to: '' } })
  const note = { label: 'Nota', maxLength: limit }
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(onSend)(event)}>
      {field === 'area' && <TextArea {...register('note')} {...note} />}
      {field === 'line' && <TextField {...register('note')} {...note} />}
      {field === 'choice' && (
        <ComboboxField
          {...note}
          name="note"
          value={watch('note')}
          onType={(text) => setValue('note', text)}
          options={[]}
          onChoose={nothing}
        />
      )}
      <DateField {...register('to')} label="Hasta" />
      <button type="submit">Enviar</button>
      <button type="button" onClick={() => reset({ note: '', to: '' })}>
        Empezar de nuevo
      </button>
    </form>
  )
}

const control = (name: string) =>
  document.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name=${name}]`) as HTMLInputElement
const message = () => document.querySelector('[role=alert]')?.textContent
const count = () => [...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent).join('')
async function press(text: string) {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === text)
  await act(async () => button?.click())
  await settle()
}

test.each(['area', 'line', 'choice'] as const)(
  'a long text stays whole in a field (%s), which tells its length and is not sent until it is shortened',
  async (field) => {
    const onSend = vi.fn(nothing)
    await renderScreen(<Form field={field} onSend={onSend} />)
    // The browser would cut what is pasted.
    expect(control('note').hasAttribute('maxlength')).toBe(false)
    await type('note', pasted)
    expect([control('note').value, message(), count()]).toEqual([pasted, refusal, '270 de 250'])
    expect(control('note').getAttribute('aria-invalid')).toBe('true')
    await press('Enviar')
    expect(onSend).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(control('note'))

    await type('note', `  ${pasted.slice(0, limit)}  `)
    expect([message(), count()]).toEqual([undefined, '250 de 250'])
    await press('Enviar')
    expect(onSend).toHaveBeenCalledOnce()
  },
)

test('the length shows from shortly before a long limit on, and goes with the text when the form is reset', async () => {
  await renderScreen(<Form field="area" onSend={nothing} />)
  await type('note', 'a'.repeat(237))
  expect(count()).toBe('')
  await type('note', 'a'.repeat(238))
  expect(count()).toBe('238 de 250')
  await type('note', pasted)
  await press('Empezar de nuevo')
  expect([message(), count()]).toEqual([undefined, ''])
})

test('a form with half a date is not sent as one without a date', async () => {
  const onSend = vi.fn(nothing)
  await renderScreen(<Form field="line" onSend={onSend} />)
  await type('to', '20/11')
  await press('Enviar')
  expect([message(), onSend.mock.calls]).toEqual(['La fecha está incompleta. Escribe el día, el mes y el año.', []])
  await type('to', '2026-11-20')
  expect(message()).toBeUndefined()
  await press('Enviar')
  expect(onSend).toHaveBeenCalledOnce()
})

test('a question with a field does not act while its text is too long', async () => {
  const onConfirm = vi.fn(nothing)
  await renderScreen(
    <ConfirmDialog
      open
      onOpenChange={nothing}
      title="¿Cancelar la cita?"
      consequences={['La hora queda libre.']}
      confirmLabel="Cancelar la cita"
      onConfirm={onConfirm}
    >
      <TextArea name="note" label="Motivo" maxLength={limit} />
    </ConfirmDialog>,
  )
  await type('note', pasted)
  await press('Cancelar la cita')
  expect([onConfirm.mock.calls, message()]).toEqual([[], refusal])
  await type('note', 'Me surgió un viaje.')
  await press('Cancelar la cita')
  expect(onConfirm).toHaveBeenCalledOnce()
})
