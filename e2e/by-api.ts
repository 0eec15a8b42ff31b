import { type APIRequestContext, expect, type Page } from '@playwright/test'

import { legalVersions } from '#contract/brand.ts'
import { type RegistrationForm, registrationForm } from '#server/testing/uploads.ts'
import { description, type NewCenter, newCenter } from './new-center.ts'
import type { Person } from './person.ts'

/** The storage key of the session client. */
export const sessionKey = 'senda.session'

/** The owner of the demo centre. */
export const demoOwner = { email: 'centro@demo.uy', password: 'Senda-2026!' }

type Credentials = { email: string; password: string }

// The requests of the screens without the screens, for journeys that only need an existing account.

/** A new patient, signed in on this page's browser. */
export async function registerPatient(page: Page, { firstName, lastName, email, password, ...rest }: Person) {
  const data = {
    full_name: `${firstName} ${lastName}`,
    phone: rest.phone,
    address: rest.address,
    user_type: 'patient',
    accepted_terms: legalVersions.terms,
    accepted_privacy: legalVersions.privacy,
  }
  const response = await page.request.post('/auth/v1/signup', { data: { email, password, data } })
  expect(response.status(), await response.text()).toBe(200)
  await keepSession(page, await response.json())
}

/** A new centre with what the wizard requires, and a public page; its owner is signed in on this page's browser. */
export async function registerCenter(page: Page): Promise<NewCenter> {
  const center = newCenter()
  const { email, password, fullName, centerName } = center
  const filled = registrationForm({ email })
  const noHours = Object.fromEntries(Object.keys(filled.availability).map((field) => [field, '']))
  const hours = { ...noHours, mondayStart: '09:00', mondayEnd: '18:30' }
  const form: RegistrationForm = {
    accessData: { email, password, confirmPassword: password },
    personalInfo: { fullName, specialties: 'Psicoterapia, Terapia de pareja' },
    centerInfo: { ...filled.centerInfo, centerName, instagram: '' },
    availability: {
      ...hours,
      modality: ['Presencial'],
      sessionDuration: '50',
      platform: '',
      videoLink: '',
      cancellationPolicy: '',
    },
    services: { servicesList: description, languages: '', priced: [] },
    terms: { acceptTerms: true, acceptPrivacy: true, publicProfile: true },
  }
  const response = await page.request.post('/api/v1/centers', { multipart: { form: JSON.stringify(form) } })
  expect(response.status(), await response.text()).toBe(201)
  await signInByApi(page, center)
  return center
}

/** Signs in on this page's browser, with the request of the form of /login. */
export async function signInByApi(page: Page, who: Credentials): Promise<void> {
  await keepSession(page, await sessionOf(page.request, who))
}

/** The session that the client stores after a sign-in. */
export async function sessionOf(request: APIRequestContext, { email, password }: Credentials): Promise<unknown> {
  const response = await request.post('/auth/v1/token?grant_type=password', { data: { email, password } })
  expect(response.status(), await response.text()).toBe(200)
  return await response.json()
}

async function keepSession(page: Page, session: unknown): Promise<void> {
  await page.goto('/healthz')
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [sessionKey, JSON.stringify(session)] as const)
}
