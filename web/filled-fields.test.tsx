// @vitest-environment happy-dom
import { get } from 'react-hook-form'
import { beforeAll, expect, test, vi } from 'vitest'

import { hearFilledFields } from '#web/platform/filled-fields.ts'
import { formCases } from '#web/testing/form-cases.tsx'
import { respondToQueries } from '#web/testing/form-data.ts'
import { fillWays, fillWithoutEvents, renderScreen, settle, submit } from '#web/testing/screen.tsx'

const form = vi.hoisted(() => ({ values: undefined as object | undefined }))
vi.mock('#web/platform/form-resolver.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  formResolver: () => async (values: object) => {
    form.values = structuredClone(values)
    return { values: {}, errors: { refused: { type: 'custom', message: 'x' } } }
  },
}))
vi.mock('#web/platform/api.ts', async () => {
  const { fakeApi } = await import('#web/testing/screen.tsx')
  const tools = fakeApi((call) => respondToQueries(call))
  return { useApi: () => tools }
})
vi.mock('#web/platform/upload.ts', () => ({ upload: () => undefined }))
vi.mock('#web/platform/session.ts', async (importOriginal) => {
  const { signedInSession } = await import('#web/testing/replaced-modules.tsx')
  return signedInSession(importOriginal)
})
vi.mock('@tanstack/react-router', async (importOriginal) => {
  const { routerWithoutRoutes } = await import('#web/testing/replaced-modules.tsx')
  return routerWithoutRoutes(importOriginal)
})

beforeAll(hearFilledFields)

const cases = fillWays.flatMap((way) => formCases.map((each) => ({ ...each, way })))

test.each(cases)(
  'the texts that $way has put into $form without an event are validated and sent',
  async ({ screen, prepare, way }) => {
    await renderScreen(screen)
    await prepare?.()
    const texts = new Map(fillableFields().map((field, index) => [field, `${index + 1}0`]))
    for (const [field, text] of texts) fillWithoutEvents(field, text, way)
    form.values = undefined
    await submit()
    // The schemas of some forms arrive later.
    for (let waits = 0; waits < 50 && !form.values; waits += 1) await settle()
    // A form may send a number.
    for (const [{ name }, text] of texts) expect([name, String(get(form.values, name))]).toEqual([name, text])
  },
)

test.each(formCases)('the button that sends $form can be pressed before any event has told a text', async (each) => {
  await renderScreen(each.screen)
  await each.prepare?.()
  const isDisabled = () => document.querySelector<HTMLButtonElement>('button[type=submit]')?.disabled
  // What the form needs from the server may arrive later.
  for (let waits = 0; waits < 20 && isDisabled(); waits += 1) await settle()
  // The button of a booking's own registration belongs to the booking.
  expect(isDisabled()).not.toBe(true)
})

/** Without lists of suggestions and dates, and without the trap for programs, which no visitor sees. */
const fillableFields = () =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('form :is(input, textarea)[name]')].filter(
    ({ type, readOnly, disabled, role, tabIndex, dataset }) =>
      /^(?:text|email|password|tel|url|textarea)$/.test(type) &&
      !readOnly &&
      !disabled &&
      role !== 'combobox' &&
      dataset.date === undefined &&
      tabIndex !== -1,
  )

test.each(formCases)('the boxes that an extension has ticked in $form without an event are sent', async (each) => {
  await renderScreen(each.screen)
  await each.prepare?.()
  const boxes = [...document.querySelectorAll<HTMLInputElement>('form input[type=checkbox][name]')].filter(
    ({ disabled, checked }) => !disabled && !checked,
  )
  for (const box of boxes) Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'checked')?.set?.call(box, true)
  form.values = undefined
  await submit()
  for (let waits = 0; waits < 50 && !form.values; waits += 1) await settle()
  expect([each.form, ...unticked(boxes)]).toEqual([each.form])
})

const unticked = (boxes: HTMLInputElement[]) =>
  boxes.filter(({ name, value }) => {
    const sent: unknown = get(form.values, name)
    return !(Array.isArray(sent) ? sent.includes(value) : Boolean(sent))
  })
