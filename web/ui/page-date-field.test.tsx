// @vitest-environment happy-dom
import { act, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderScreen, type } from '#web/testing/screen.tsx'
import { PageDateField } from './page-date-field.tsx'

const nothing = () => undefined
/** Without that of the calendar. */
const pageButtons = () => document.querySelectorAll<HTMLElement>('button:not([aria-haspopup])')

/** A page that shows one day, and goes to the day before by a button. */
function DayPage({ onDate, onEmpty }: { onDate: (date: string) => void; onEmpty?: () => void }) {
  const [date, setDate] = useState('2026-11-23')
  return (
    <>
      <PageDateField
        name="date"
        label="Ir a otra fecha"
        value={date}
        min="2026-11-20"
        max="2027-02-18"
        onDate={(next) => {
          setDate(next)
          onDate(next)
        }}
        {...(onEmpty && { onEmpty })}
      />
      <button type="button" onClick={() => setDate('2026-11-22')}>
        El día antes
      </button>
    </>
  )
}

/** A page that shows what was typed only when a button says so. */
function SlowPage() {
  const [date, setDate] = useState('2026-11-23')
  const range = { min: '2026-11-20', max: '2027-02-18' }
  return (
    <>
      <PageDateField name="date" label="Ir a otra fecha" value={date} {...range} onDate={nothing} />
      <button type="button" onClick={() => setDate('2026-12-01')}>
        El 1
      </button>
      <button type="button" onClick={() => setDate('2026-12-02')}>
        El 2
      </button>
    </>
  )
}

async function openPage({ onEmpty }: { onEmpty?: () => void } = {}) {
  const dates: string[] = []
  await renderScreen(<DayPage onDate={(date) => dates.push(date)} {...(onEmpty && { onEmpty })} />)
  const field = document.querySelector('input') as HTMLInputElement
  await act(async () => field.focus())
  return {
    dates,
    field,
    leave: () => act(async () => field.blur()),
    message: () => document.querySelector('[role=alert]')?.textContent,
  }
}

const outside = 'Esa fecha no se puede elegir. Elige una del 20 de noviembre de 2026 al 18 de febrero de 2027.'

test('a date that is half typed on leaving the field stays, and the field says what is missing', async () => {
  const { field, dates, leave, message } = await openPage()
  await type('date', '23/11')
  expect(message()).toBeUndefined()
  await leave()
  expect(message()).toBe('La fecha está incompleta. Escribe el día, el mes y el año.')
  expect(field.value).toBe('23/11')
  expect(dates).toEqual([])
})

test('the message of a refused date is scrolled into view once the press that left the field is over', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(nothing)
  const { field, leave } = await openPage()
  await type('date', '19/11/2026')
  await leave()
  expect(scrolled).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(scrolled.mock.contexts).toEqual([field]))
  scrolled.mockRestore()
})

test.each(['19/11/2026', '19/02/2027', '23/11/0002'])(
  '%s, which is outside the range, is refused with the range',
  async (date) => {
    const { field, dates, leave, message } = await openPage()
    await type('date', date)
    // While a year is typed, the value passes through impossible dates.
    expect(message()).toBeUndefined()
    await leave()
    expect([message(), field.value, dates]).toEqual([outside, date, []])

    await type('date', '2026-11-30')
    expect([message(), dates]).toEqual([undefined, ['2026-11-30']])
  },
)

test('Enter refuses the date immediately, and does not submit the form around the field', async () => {
  const { field, message } = await openPage()
  await type('date', '2030-01-01')
  const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
  await act(async () => field.dispatchEvent(enter))
  expect([message(), enter.defaultPrevented]).toEqual([outside, true])
})

test('a refused date gives way when the page goes to another day', async () => {
  const { field, leave, message } = await openPage()
  await type('date', '2030-01-01')
  await leave()
  await act(async () => pageButtons()[0]?.click())
  expect([field.value, message()]).toEqual(['22/11/2026', undefined])
})

test('a typed date gives way when the page goes to another day while the field has the focus', async () => {
  const { field } = await openPage()
  await type('date', '2026-11-30')
  await act(async () => pageButtons()[0]?.click())
  expect([document.activeElement, field.value]).toEqual([field, '22/11/2026'])
})

test('what is typed stays while the page shows the days before it, one after the other', async () => {
  await renderScreen(<SlowPage />)
  const field = document.querySelector('input') as HTMLInputElement
  const show = (day: number) => act(async () => pageButtons()[day]?.click())
  await act(async () => field.focus())
  await type('date', '2026-12-01')
  await type('date', '2026-12-02')
  await show(0)
  expect(field.value).toBe('02/12/2026')
  await show(1)
  await show(0)
  expect(field.value).toBe('01/12/2026')
})

test('an emptied field shows the day of the page again, or tells a page that can be without one', async () => {
  const { field, leave, message } = await openPage()
  await type('date', '')
  await leave()
  expect([field.value, message()]).toEqual(['23/11/2026', undefined])

  document.body.replaceChildren()
  const onEmpty = vi.fn(nothing)
  await openPage({ onEmpty })
  await type('date', '')
  expect(onEmpty).toHaveBeenCalledOnce()
})
