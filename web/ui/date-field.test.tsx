// @vitest-environment happy-dom
import userEvent from '@testing-library/user-event'
import { act, useState } from 'react'
import { useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { renderScreen, settle } from '#web/testing/screen.tsx'
// Loaded beforehand: the button itself loads it when it is pressed.
import './calendar.tsx'
import { DateField } from './date-field.tsx'

type Values = { day: string }

function Form({ day, onSend }: { day: string; onSend: (values: Values) => void }) {
  const { register, handleSubmit, reset, setValue } = useForm<Values>({ defaultValues: { day } })
  return (
    <form noValidate onSubmit={(event) => void handleSubmit((values) => onSend(values))(event)}>
      <DateField {...register('day')} label="Primer día" min="2026-11-20" max="2027-12-31" />
      <button type="submit">Enviar</button>
      <button type="button" onClick={() => reset({ day: '' })}>
        Empezar de nuevo
      </button>
      <button type="button" onClick={() => setValue('day', '2026-12-01')}>
        El primero
      </button>
    </form>
  )
}

/** A page that holds the day itself. */
function BirthPage({ heard }: { heard: (date: string) => void }) {
  const [day, setDay] = useState('')
  return (
    <DateField
      label="Nacimiento"
      max="2026-11-20"
      value={day}
      onChange={({ currentTarget }) => {
        setDay(currentTarget.value)
        heard(currentTarget.value)
      }}
    />
  )
}

async function openForm(day = '') {
  const sent: string[] = []
  await renderScreen(<Form day={day} onSend={(values) => sent.push(values.day)} />)
  const user = userEvent.setup()
  const field = document.querySelector('input') as HTMLInputElement
  const button = (name: string) =>
    [...document.querySelectorAll('button')].find(
      (each) => (each.getAttribute('aria-label') ?? each.textContent) === name,
    ) as HTMLElement
  return {
    ...{ sent, user, field, button },
    message: () => document.querySelector('[role=alert]')?.textContent,
    async press(name: string) {
      await act(async () => user.click(button(name)))
      await settle()
    },
    keys: (text: string) => act(async () => user.type(field, text)),
  }
}

test('the field shows its pattern and its day as dd/mm/aaaa, and gives the form an ISO day', async () => {
  const { field, sent, press } = await openForm('2027-03-05')
  expect([field.type, field.inputMode, field.placeholder]).toEqual(['text', 'numeric', 'dd/mm/aaaa'])
  expect(field.value).toBe('05/03/2027')
  await press('Enviar')
  expect(sent).toEqual(['2027-03-05'])
})

test.each(['05032027', '5/3/2027', '2027-03-05'])('%s, typed and sent by Enter', async (text) => {
  const { field, sent, keys } = await openForm()
  await keys(`${text}{Enter}`)
  await settle()
  expect([field.value, sent]).toEqual(['05/03/2027', ['2027-03-05']])
})

test.each(['5/3/2027', '05-03-27', '2027-03-05'])('%s, pasted', async (text) => {
  const { field, user, sent, press } = await openForm()
  await act(async () => {
    field.focus()
    await user.paste(text)
  })
  expect(field.value).toBe('05/03/2027')
  await press('Enviar')
  expect(sent).toEqual(['2027-03-05'])
})

test('a year of two digits is completed on leaving, and an empty date is sent as none', async () => {
  const { field, sent, press, keys, user } = await openForm()
  await keys('5/3/27')
  expect(field.value).toBe('5/3/27')
  await act(async () => user.tab())
  expect(field.value).toBe('05/03/2027')
  await act(async () => user.clear(field))
  await press('Enviar')
  expect(sent).toEqual([''])
})

test.each([
  ['05/03', 'La fecha está incompleta. Escribe el día, el mes y el año.'],
  ['31/02/2027', 'Ese día no existe: febrero de 2027 tiene 28 días.'],
  ['05/03/202700', 'El año tiene cuatro cifras, como 2027.'],
  ['19/11/2026', 'Esa fecha no se puede elegir. Elige una del 20 de noviembre de 2026 al 31 de diciembre de 2027.'],
])('%s stays, is refused on leaving, and is not sent', async (text, problem) => {
  const { field, sent, message, press, keys, user } = await openForm()
  await keys(text)
  expect(message()).toBeUndefined()
  await act(async () => user.tab())
  expect([field.value, message(), field.getAttribute('aria-invalid')]).toEqual([text, problem, 'true'])
  await press('Enviar')
  expect([sent, message(), document.activeElement === field]).toEqual([[], problem, true])
  await press('Empezar de nuevo')
  expect([field.value, message()]).toEqual(['', undefined])
})

test('a day that the form sets replaces what is half typed', async () => {
  const { field, press, keys } = await openForm()
  await keys('05/0')
  await press('El primero')
  expect(field.value).toBe('01/12/2026')
})

test('the calendar begins on Monday, disables the days outside, and gives the field its day and back the focus', async () => {
  const { field, button, press, sent } = await openForm('2026-11-23')
  await press('Abrir el calendario')
  const panel = document.querySelector('[role=dialog]')
  expect(panel?.getAttribute('aria-label')).toBe('Calendario de «Primer día»')
  expect(panel?.querySelector('th')?.getAttribute('aria-label')).toBe('lunes')
  const days = [...(panel?.querySelectorAll('td button') ?? [])] as HTMLButtonElement[]
  const day = (name: string) => days.find((each) => each.getAttribute('aria-label')?.includes(name))
  expect(day('jueves, 19 de noviembre de 2026')?.disabled).toBe(true)
  expect(day('elegido')?.textContent).toBe('23')
  await act(async () => day('viernes, 27 de noviembre de 2026')?.click())
  expect([field.value, document.querySelector('[role=dialog]')]).toEqual(['27/11/2026', null])
  expect(document.activeElement).toBe(button('Abrir el calendario'))
  await press('Enviar')
  expect(sent).toEqual(['2026-11-27'])
})

test('a page that holds the day itself hears of it, and of nothing while it is half typed', async () => {
  const heard = vi.fn<(date: string) => void>()
  await renderScreen(<BirthPage heard={heard} />)
  const user = userEvent.setup()
  const field = document.querySelector('input') as HTMLInputElement
  await act(async () => user.type(field, '050385'))
  expect(field.value).toBe('05/03/85')
  await act(async () => user.tab())
  expect(field.value).toBe('05/03/1985')
  expect([...new Set(heard.mock.calls.flat())]).toEqual(['', '1985-03-05'])
})
