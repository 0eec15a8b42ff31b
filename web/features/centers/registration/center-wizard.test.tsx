// @vitest-environment happy-dom
import { act, useEffect, useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'

import { draw, settle } from '#web/platform/screen-under-test.tsx'

import { centerDraft } from './center-draft.ts'
import { CenterWizard } from './center-wizard.tsx'
import { presetHours } from './week-hours.ts'

const address = vi.hoisted(() => ({ go: (_stepParam: string | undefined): void => undefined }))
vi.mock('@tanstack/react-router', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  useRouter: () => ({ history: { replace: () => undefined } }),
  useNavigate: () => async (to: { search: (before: object) => { paso?: string } }) => address.go(to.search({}).paso),
}))
vi.mock('#web/platform/api.ts', async () => {
  const { apiUnderTest } = await import('#web/platform/screen-under-test.tsx')
  const tools = apiUnderTest(() => ({ items: [], providers: [], explainMissing: false, captcha: null }))
  return { useApi: () => tools }
})
vi.mock('#web/platform/upload.ts', () => ({ upload: () => undefined }))

function Wizard({ from = 6 }: { from?: number }) {
  const [step, setStep] = useState(from)
  useEffect(() => {
    address.go = (stepParam) => setStep(Number(stepParam ?? 1))
  }, [])
  return <CenterWizard step={step} onSubmitting={() => undefined} />
}

const note = 'La contraseña no la guardamos'
const buttonNamed = (name: string) =>
  [...document.querySelectorAll('button')].find(
    (button) => (button.getAttribute('aria-label') ?? button.textContent) === name,
  )

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  centerDraft.write({
    accessData: { email: 'lucia@centro.uy' },
    personalInfo: { fullName: 'Lucía Pérez', specialties: 'Reiki' },
    centerInfo: {
      centerName: '',
      address: 'Benito Blanco 1234',
      neighborhood: 'Pocitos',
      department: 'Montevideo',
      contactPhone: '27101234',
      alternativeEmail: '',
      instagram: '',
      facebook: '',
    },
    availability: {
      ...presetHours,
      modality: ['Presencial'],
      sessionDuration: '60',
      platform: '',
      cancellationPolicy: '',
    },
    services: { servicesList: 'Sesiones de reiki para adultos, en Pocitos.', languages: '', priced: [] },
    terms: { acceptTerms: false, acceptPrivacy: false, publicProfile: false },
  })
})

test('a restored draft immediately says that the password is requested at the end', async () => {
  await draw(<Wizard from={3} />)
  expect(document.body.textContent).toContain('Paso 3 de 6')
  expect(document.body.textContent).toContain(`${note}: te la pedimos al final.`)
})

test('the last step of a restored draft asks for the password', async () => {
  await draw(<Wizard />)
  expect(document.body.textContent).toContain('Paso 6 de 6')
  expect(document.body.textContent).toContain(`${note}: escríbela otra vez para registrar tu centro.`)
  expect(document.body.textContent).toContain('Falta: vuelve a escribirla')
})

test("the summary's link leads straight to the password's field", async () => {
  await draw(<Wizard />)
  await act(async () => buttonNamed('Escribir la contraseña')?.click())
  await settle()
  expect(document.body.textContent).toContain('Paso 1 de 6')
  expect(document.activeElement?.getAttribute('name')).toBe('accessData.password')
})

test('a wizard without a draft does not mention a lost password', async () => {
  centerDraft.drop()
  await draw(<Wizard />)
  expect(document.body.textContent).not.toContain(note)
})
