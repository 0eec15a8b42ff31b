// @vitest-environment happy-dom
import { act, useEffect, useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'

import { expectMessageBeside, pathsOf } from '#web/testing/fields.ts'
import { press, refusalOf, renderScreen, settle, submit, type } from '#web/testing/screen.tsx'

import { toastStore } from '#web/ui/toast.ts'
import { centerDraft } from './center-draft.ts'
import { CenterWizard } from './center-wizard.tsx'
import { registrationSteps } from './registration-steps.ts'
import { stepSchemas } from './step-schemas.ts'
import { presetHours } from './week-hours.ts'

const navigation = vi.hoisted(() => ({ go: (_stepParam: string | undefined): void => undefined }))
const server = vi.hoisted(() => ({
  refusal: (): unknown => undefined,
  accept: undefined as undefined | Promise<object>,
}))
vi.mock('@tanstack/react-router', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  useRouter: () => ({ history: { replace: () => undefined } }),
  useNavigate: () => async (to: { search: (before: object) => { paso?: string } }) => navigation.go(to.search({}).paso),
}))
vi.mock('#web/platform/api.ts', async () => {
  const { fakeApi } = await import('#web/testing/screen.tsx')
  const tools = fakeApi(() => ({ items: [], providers: [], captcha: null }))
  return { useApi: () => tools }
})
vi.mock('#web/platform/upload.ts', () => ({
  upload: async () => {
    if (server.accept) return await server.accept
    throw server.refusal()
  },
}))
vi.mock('#web/platform/sign-in.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  signInWithPassword: async () => ({ error: null }),
}))

function Wizard({ from }: { from: number }) {
  const [step, setStep] = useState(from)
  useEffect(() => {
    navigation.go = (stepParam) => setStep(Number(stepParam ?? 1))
  }, [])
  return <CenterWizard step={step} onSubmitting={() => undefined} />
}

const note = 'La contraseña no la guardamos'
const buttonNamed = (name: string) =>
  [...document.querySelectorAll('button')].find(
    (button) => (button.getAttribute('aria-label') ?? button.textContent) === name,
  )

function writeDraft({ isAccepted, pin = '', online = {} }: { isAccepted: boolean; pin?: string; online?: object }) {
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
      pin,
    },
    availability: {
      ...presetHours,
      modality: ['Presencial'],
      sessionDuration: '60',
      platform: '',
      cancellationPolicy: '',
      ...online,
    },
    services: { servicesList: 'Sesiones de reiki para adultos, en Pocitos.', languages: '', priced: [] },
    terms: { acceptTerms: isAccepted, acceptPrivacy: isAccepted, publicProfile: false },
  })
}

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  server.accept = undefined
  writeDraft({ isAccepted: false })
})

test('a restored draft immediately says that the password is requested at the end', async () => {
  await renderScreen(<Wizard from={3} />)
  expect(document.body.textContent).toContain('Paso 3 de 6')
  expect(document.body.textContent).toContain(`${note}: te la pedimos al final.`)
})

test('the last step of a restored draft asks for the password', async () => {
  await renderScreen(<Wizard from={6} />)
  expect(document.body.textContent).toContain('Paso 6 de 6')
  expect(document.body.textContent).toContain(`${note}: escríbela otra vez para registrar tu centro.`)
  // The summary loads after the step.
  const asksForIt = () => expect(document.body.textContent).toContain('Falta: vuelve a escribirla')
  await vi.waitFor(asksForIt, { timeout: 5_000 })
})

test("the summary's link leads straight to the password's field", async () => {
  await renderScreen(<Wizard from={6} />)
  await vi.waitFor(() => expect(buttonNamed('Escribir la contraseña')).toBeDefined())
  await act(async () => buttonNamed('Escribir la contraseña')?.click())
  await settle()
  expect(document.body.textContent).toContain('Paso 1 de 6')
  expect(document.activeElement?.getAttribute('name')).toBe('accessData.password')
})

test('a wizard without a draft does not mention a lost password', async () => {
  centerDraft.delete()
  await renderScreen(<Wizard from={6} />)
  expect(document.body.textContent).not.toContain(note)
})

test('the wizard asks for the pin on the map and for the room of video calls, and the summary says which is missing', async () => {
  const text = () => document.body.textContent ?? ''
  const shown = async (from: number) => {
    await renderScreen(<Wizard from={from} />)
    await vi.waitFor(() => expect(text()).toContain(`Paso ${from} de 6`))
  }
  await shown(3)
  expect(buttonNamed('Poner el punto en el mapa')).toBeDefined()
  const online = { modality: ['Online'], platform: 'Zoom', videoLink: '' }
  writeDraft({ isAccepted: false, online })
  await shown(4)
  expect(document.querySelector('[name="availability.videoLink"]')).not.toBeNull()
  await shown(6)
  await vi.waitFor(() => expect(text()).toContain('Sin el punto: por ahora los pacientes leen «ubicación aproximada»'))
  expect(text()).toContain('Sin el enlace de la sala: no ofrecerás horas por videollamada')
  writeDraft({ isAccepted: false, pin: '-34.91122,-56.14877', online: { ...online, videoLink: 'https://zoom.us/j/1' } })
  await shown(3)
  expect(buttonNamed('Cambiar el punto')).toBeDefined()
  await press('Quitar el punto')
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Poner el punto en el mapa'))
  await press('Poner el punto en el mapa')
  await vi.waitFor(() => expect(document.activeElement?.querySelector('[role=group]')).not.toBeNull())
  writeDraft({ isAccepted: false, pin: '-34.91122,-56.14877', online: { ...online, videoLink: 'https://zoom.us/j/1' } })
  await shown(6)
  await vi.waitFor(() => expect(text()).toContain('Punto puesto'))
  expect(text()).toContain('https://zoom.us/j/1')
})

const stepShown = () => Number(/Paso (\d) de 6/.exec(document.body.textContent ?? '')?.[1])

async function goToLastStep(): Promise<void> {
  for (let presses = 0; presses < 6 && stepShown() < 6; presses += 1) await submit()
  expect(stepShown()).toBe(6)
}

/** Opens the last step of a draft that only lacked the password. */
async function completeWizard(): Promise<void> {
  writeDraft({ isAccepted: true })
  await renderScreen(<Wizard from={1} />)
  await type('accessData.password', 'Camino-2026!')
  await type('accessData.confirmPassword', 'Camino-2026!')
  await goToLastStep()
}

test.each(registrationSteps.map(({ key }, index) => ({ key, step: index + 1 })))(
  'a field of $key that the server refuses appears on step $step, beside its field',
  async ({ key, step }) => {
    await completeWizard()
    for (const path of pathsOf(z.object({ [key]: stepSchemas[key] }))) {
      const refusedField = { path, message: `Algo anda mal en ${path}.` }
      server.refusal = () => refusalOf({ path: `form.${path}`, message: refusedField.message })
      await submit()
      expect(stepShown(), path).toBe(step)
      expectMessageBeside(refusedField)
      await goToLastStep()
    }
  },
)

test.each([
  ['profilePhoto', 2],
  ['logo', 3],
  ['certifications', 5],
])('an error of the file %s appears on step %i', async (file, step) => {
  await completeWizard()
  const refusedField = { path: file, message: 'El archivo es demasiado grande.' }
  server.refusal = () => refusalOf(refusedField)
  await submit()
  expect(stepShown()).toBe(step)
  expectMessageBeside(refusedField)
})

test('a section of the summary is edited alone, with the checks of its step, and saving it returns to that section', async () => {
  await completeWizard()
  await press('Editar: Información del centro')
  expect(stepShown()).toBe(3)
  expect(buttonNamed('Anterior')).toBeUndefined()
  await type('centerInfo.address', '')
  await press('Guardar')
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('centerInfo.address'))
  expect(stepShown()).toBe(3)
  await type('centerInfo.address', 'Rivera 2020')
  await press('Guardar')
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Información del centro'))
  expect(stepShown()).toBe(6)
  expect(document.body.textContent).toContain('Rivera 2020')
  expect(document.querySelector<HTMLInputElement>('[name="terms.acceptTerms"]')?.checked).toBe(true)
})

test('the step that a failed registration opens returns to the summary, in which the password is still known', async () => {
  await completeWizard()
  server.refusal = () => refusalOf({ path: 'form.services.servicesList', message: 'Cuenta un poco más.' })
  await submit()
  expect(stepShown()).toBe(5)
  await type('services.servicesList', 'Sesiones de reiki para adultos y niños, en Pocitos.')
  await press('Guardar')
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Servicios ofrecidos'))
  expect(stepShown()).toBe(6)
  expect(document.body.textContent).not.toContain('Falta: vuelve a escribirla')
})

test('each step shows its progress with a dot for each of the six, and opens at the top, which it scrolls to', async () => {
  const scrollTo = vi.fn()
  vi.stubGlobal('scrollTo', scrollTo)
  writeDraft({ isAccepted: true })
  await renderScreen(<Wizard from={1} />)
  const progress = () => document.querySelector('[role=progressbar]')
  expect(progress()?.getAttribute('aria-valuenow')).toBe('0')
  expect(progress()?.querySelectorAll('circle')).toHaveLength(6)
  await type('accessData.password', 'Camino-2026!')
  await type('accessData.confirmPassword', 'Camino-2026!')
  await submit()
  expect(stepShown()).toBe(2)
  expect(progress()?.getAttribute('aria-valuenow')).toBe('17')
  expect(scrollTo).toHaveBeenLastCalledWith({ top: 0, behavior: 'smooth' })
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  await submit()
  expect(scrollTo).toHaveBeenLastCalledWith({ top: 0, behavior: 'instant' })
})

test('the last step links both texts, leaves the profile private at first, and blocks the way back while it is sent', async () => {
  await completeWizard()
  const hrefs = [...document.querySelectorAll('form label a')].map((link) => link.getAttribute('href'))
  expect(hrefs).toEqual(['/terms', '/privacy'])
  expect(document.querySelector<HTMLInputElement>('[name="terms.publicProfile"]')?.checked).toBe(false)
  expect(buttonNamed('Anterior')?.disabled).toBe(false)
  const registered = Promise.withResolvers<object>()
  server.accept = registered.promise
  await submit()
  expect(buttonNamed('Anterior')?.disabled).toBe(true)
  await act(async () => registered.resolve({ needsConfirmation: false }))
  const success = () => toastStore.getSnapshot().find(({ title }) => title === '¡Registro exitoso!')
  await vi.waitFor(() => expect(success()?.durationMs).toBe(4000))
})

test('the password that a reload has lost is typed from the summary, and leads back to it', async () => {
  await renderScreen(<Wizard from={6} />)
  await press('Escribir la contraseña')
  await type('accessData.password', 'Camino-2026!')
  await type('accessData.confirmPassword', 'Camino-2026!')
  await press('Guardar')
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Datos de acceso'))
  expect(stepShown()).toBe(6)
  expect(document.body.textContent).not.toContain('Falta: vuelve a escribirla')
})
