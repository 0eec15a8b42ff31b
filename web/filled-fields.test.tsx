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
    for (const [{ name }, text] of texts) expect([name, get(form.values, name)]).toEqual([name, text])
  },
)

/** Without lists of suggestions, and without the trap for programs, which no visitor sees. */
const fillableFields = () =>
  [...document.querySelectorAll<HTMLInputElement>('form input[name]')].filter(
    ({ type, readOnly, disabled, role, tabIndex }) =>
      /^(?:text|email|password|tel|url)$/.test(type) &&
      !readOnly &&
      !disabled &&
      role !== 'combobox' &&
      tabIndex !== -1,
  )
