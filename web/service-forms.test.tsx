// @vitest-environment happy-dom
import { type ReactNode, useEffect, useState } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { EmailForm } from '#web/features/accounts/security/email-form.tsx'
import { NameDevice } from '#web/features/accounts/security/name-device.tsx'
import { SignInFields } from '#web/features/appointments/access/sign-in-fields.tsx'
import { ForgotPasswordScreen } from '#web/features/auth/password/forgot-password-screen.tsx'
import { NewPasswordForm } from '#web/features/auth/password/new-password-form.tsx'
import { PatientWizard, registrationDraft } from '#web/features/auth/registration/patient-wizard.tsx'
import { LoginScreen } from '#web/features/auth/sign-in/login-screen.tsx'
import { hearFilledFields } from '#web/platform/filled-fields.ts'
import { expectMessageBeside } from '#web/testing/fields.ts'
import { formCases } from '#web/testing/form-cases.tsx'
import { respondToQueries } from '#web/testing/form-data.ts'
import { fillWays, fillWithoutEvents, isTied, renderScreen, settle, submit, type } from '#web/testing/screen.tsx'

/** The authentication service's error: a code and its English sentence. */
type Refusal = { code?: string; message: string; status?: number }
const address = vi.hoisted(() => ({ go: (_stepParam: string | undefined): void => undefined }))
const service = vi.hoisted(() => ({ error: { message: '' } as Refusal, received: undefined as unknown }))
vi.mock('#web/platform/api.ts', async () => {
  const { fakeApi } = await import('#web/testing/screen.tsx')
  const tools = fakeApi((call) => respondToQueries(call))
  return { useApi: () => tools }
})
vi.mock('#web/platform/upload.ts', () => ({ upload: () => undefined }))
vi.mock('#web/platform/form-resolver.ts', async (importOriginal) => {
  const { resolverThatAccepts } = await import('#web/testing/replaced-modules.tsx')
  return resolverThatAccepts(importOriginal)
})
const refuse = vi.hoisted(() => async (sent?: unknown) => {
  service.received = sent
  return { data: { session: null, user: null }, error: service.error }
})
vi.mock('#web/platform/session.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  useSession: () => ({ status: 'signedOut' }),
  client: async () => ({ updateUser: refuse, mfa: { enroll: refuse } }),
}))
vi.mock('#web/platform/sign-in.ts', () => ({
  signUp: refuse,
  signInWithPassword: refuse,
  recover: refuse,
}))
vi.mock('@tanstack/react-router', async (importOriginal) => {
  const { routerWithoutRoutes } = await import('#web/testing/replaced-modules.tsx')
  return {
    ...(await routerWithoutRoutes(importOriginal)),
    useNavigate: () => async (to: { search: (before: object) => { paso?: string } }) => address.go(to.search({}).paso),
  }
})

const nothing = () => undefined

/** From the step with the password to the last step, which submits. */
function PatientSteps() {
  const [step, setStep] = useState(2)
  useEffect(() => {
    address.go = (stepParam) => setStep(Number(stepParam ?? 1))
  }, [])
  return <PatientWizard step={step} next={undefined} onSubmitting={nothing} />
}

const security = { isRecentSignIn: true, hasPassword: true } as never
const screens = {
  login: <LoginScreen next={undefined} />,
  signIn: <SignInFields returnHref="/book" isTaken={false} onBusy={nothing} onSignedIn={nothing} />,
  email: (
    <EmailForm email="e@x.uy" security={security} onRequested={nothing} onCodeMissing={nothing} onCancel={nothing} />
  ),
  password: (
    <NewPasswordForm userType="patient" email="e@x.uy" hasPassword isRecent onSaved={nothing} onCodeMissing={nothing} />
  ),
  device: <NameDevice existingNames={[]} onNamed={nothing} onSignInNeeded={nothing} />,
  forgotten: <ForgotPasswordScreen />,
}

beforeAll(hearFilledFields)
beforeEach(() => {
  vi.stubGlobal('scrollTo', nothing)
  // The patient's first step.
  registrationDraft.write({ firstName: 'Elena', lastName: 'Bidegain' })
  service.error = { message: 'Internal error' }
  service.received = undefined
})

test.each([
  [
    'signing in',
    screens.login,
    {},
    { email: 'Por favor ingresa tu email', password: 'Por favor ingresa tu contraseña' },
  ],
  ['signing in inside a booking', screens.signIn, {}, { email: 'Por favor ingresa tu email' }],
  ['another address', screens.email, {}, { 'new-email': 'Por favor ingresa tu email' }],
  ['a wrong address', screens.email, { 'new-email': 'elena' }, { 'new-email': 'email válido' }],
  [
    'a new password',
    screens.password,
    { password: 'corta', repeated: 'otra' },
    { password: 'caracteres', repeated: 'Las contraseñas no coinciden.' },
  ],
  ['a device without a name', screens.device, { device: '' }, { device: 'Ponle un nombre para reconocerlo.' }],
] as const)('an error of the form of %s is shown beside its field', async (_, screen, typed, messages) => {
  await renderScreen(screen)
  for (const [name, value] of Object.entries(typed)) await type(name, value)
  await submit()
  for (const [path, message] of Object.entries(messages)) expectMessageBeside({ path, message })
})

const filled = {
  login: { email: 'elena@ejemplo.uy', password: 'Sendero-2026!' },
  signIn: { email: 'elena@ejemplo.uy', password: 'Sendero-2026!' },
  email: { 'new-email': 'elena@ejemplo.uy' },
  password: { password: 'Sendero-2026!', repeated: 'Sendero-2026!' },
  device: { device: 'Mi teléfono' },
  forgotten: { email: 'elena@ejemplo.uy' },
}
const sentForms: { form: string; screen: ReactNode; typed: Record<string, string>; prepare?: () => Promise<void> }[] = [
  ...Object.entries(screens).map(([name, screen]) => ({
    form: name,
    screen,
    typed: filled[name as keyof typeof filled],
  })),
  { form: "a patient's registration", screen: <PatientSteps />, typed: filled.login, prepare: submit },
  ...formCases
    .filter(({ form }) => /at \/auth$|^the booking's own/.test(form))
    .map(({ form, screen }) => ({ form, screen, typed: {} })),
]
const refusals: Refusal[] = [
  { code: 'over_request_rate_limit', message: 'Request rate limit reached', status: 429 },
  { code: 'weak_password', message: 'Password should be stronger', status: 422 },
  { code: 'validation_failed', message: 'Unable to validate email address: invalid format', status: 400 },
  { code: 'signup_disabled', message: 'Signups not allowed for this instance', status: 422 },
  { message: 'Internal error', status: 500 },
]

test.each(sentForms)('an error of the authentication service for the form $form is shown in Spanish', async (each) => {
  await renderScreen(each.screen)
  for (const [name, value] of Object.entries(each.typed)) await type(name, value)
  await each.prepare?.()
  for (const refusal of refusals) {
    service.error = refusal
    await submit()
    const shown = [...document.querySelectorAll('[role=alert], [id$="-error"]')]
      .map((each) => each.textContent)
      .join(' ')
    expect(shown.trim(), refusal.message).not.toBe('')
    expect(isTied(shown.trim()), shown).toBe(true)
    expect(document.body.textContent).not.toContain(refusal.message)
  }
})

const filledForms = fillWays.flatMap((way) =>
  (['login', 'signIn', 'email', 'password', 'forgotten'] as const).map((form) => ({ form, way })),
)

test.each(filledForms)('the form $form sends what $way has filled in without an event', async ({ form, way }) => {
  await renderScreen(screens[form])
  const texts = Object.entries(filled[form])
  for (const [name, text] of texts) {
    const field = document.querySelector<HTMLInputElement>(`[name="${name}"]`)
    if (field) fillWithoutEvents(field, text, way)
  }
  const button = document.querySelector<HTMLButtonElement>('button[type=submit]')
  for (let waits = 0; waits < 50 && button?.disabled; waits += 1) await settle()
  await submit()
  expect(Object.values(service.received as object)).toEqual(
    expect.arrayContaining([...new Set(texts.map(([, text]) => text))]),
  )
})
