import { screen, waitFor, within } from '@testing-library/dom'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { claimNames } from '#contract/claims.ts'
import { insertWords } from '#server/features/operator/repository/operator-words.ts'
import { demonstrationWords } from '#server/features/operator/rules/first-words.ts'
import { buildCenter, buildPatient } from '#server/testing/builders.ts'
import { markWelcomeSeen } from '#web/platform/welcome-seen.ts'
import { expectAccessible, press, startScreens, watchRequests } from './screens.tsx'

const { platform, open } = await startScreens()

/** An operator who has confirmed every claim and entered the figure of the home page. */
const words = { claims: claimNames, figures: { users: 'Más de 10.000' } }

/** The section whose heading is `name`, once its code has loaded. */
const region = (name: string) => screen.findByRole('region', { name })
const headings = (place: HTMLElement) =>
  within(place)
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent)
const hrefOf = (name: string, place = document.body) => within(place).getByRole('link', { name }).getAttribute('href')

test('the document says that it is in Spanish, and the first screen is free of cost and leads to the registration', async () => {
  markWelcomeSeen()
  await open('/', { words })
  await screen.findByText('Es gratis: solo pagas la consulta.')
  expect(document.documentElement.lang).toBe('es')
  expect(hrefOf('Regístrate como paciente')).toBe('/register')
})

test('the sections of the home page: three steps, six features, how it works in four steps, security and the closing call', async () => {
  markWelcomeSeen()
  await open('/', { words })
  expect(headings(await region('Tres pasos'))).toEqual(['Busca', 'Ubica', 'Reserva'])
  expect(headings(await region('Menos vueltas hasta la persona indicada'))).toEqual([
    'Búsqueda inteligente',
    'Geolocalización',
    'Reserva en línea',
    'Profesionales certificados',
    'Terapias especializadas',
    'Chat directo',
  ])
  expect(headings(await region('Cómo funciona'))).toEqual([
    'Regístrate en menos de 2 minutos',
    'Busca y compara',
    'Reserva tu hora',
    'Recibe tu atención',
  ])
  const security = within(await region('Lo tuyo queda contigo')).getAllByRole('listitem')
  expect(security.map(({ textContent }) => textContent)).toEqual([
    'Conexión cifrada (SSL)',
    'Datos protegidos',
    'Cumplimiento del RGPD',
    'Ley 18.331 de protección de datos personales',
    'Servidores en Uruguay',
  ])
  const closing = await region('El primer paso puede ser hoy')
  within(closing).getByText('Más de 10.000 usuarios ya dieron el suyo.')
  expect(hrefOf('Crear mi cuenta', closing)).toBe('/register')
  await expectAccessible()
})

test('what the operator has not confirmed or entered is left out of the home page', async () => {
  markWelcomeSeen()
  await open('/')
  await region('El primer paso puede ser hoy')
  const text = document.body.textContent
  for (const claim of ['Es gratis: solo pagas la consulta.', 'Profesionales certificados', 'Lo tuyo queda contigo'])
    expect(text).not.toContain(claim)
  expect(text).not.toMatch(/usuarios ya dieron/)
})

test('the cards of the home page are the three best rated centres, with a link to each profile', async () => {
  const ratings = { 'Centro Aromo': 4.2, 'Centro Boldo': 4.9, 'Centro Canela': 3.1, 'Centro Ombú': 4.6 }
  for (const [name, rating] of Object.entries(ratings)) {
    const { centerId } = await buildCenter(platform, { name })
    await sql`update center_profiles set rating = ${rating}, total_reviews = 30 where id = ${centerId}`.execute(
      platform.db,
    )
  }
  markWelcomeSeen()
  await open('/')
  const best = await region('Los mejor calificados')
  await waitFor(() => expect(headings(best)).toEqual(['Centro Boldo', 'Centro Ombú', 'Centro Aromo']))
  expect(hrefOf('Centro Boldo', best)).toMatch(/^\/centers\//)
})

test('the welcome of a first visit asks the server for nothing', async () => {
  const user = await open('/')
  await screen.findByRole('dialog', { name: 'Te damos la bienvenida a Senda' })
  const requests = watchRequests(/./)
  for (const name of ['Siguiente', 'Siguiente', 'Comenzar']) await press(user, name)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requests.map(({ url }) => url)).toEqual([])
})

test('a testimonial has the name, the role, the face, the words and the rating of one person', async () => {
  await insertWords(platform.db, { words: demonstrationWords, now: platform.clock.now() })
  markWelcomeSeen()
  await open('/')
  const carousel = await screen.findByRole('list', { name: 'Testimonios' })
  const slides = within(carousel).getAllByRole('listitem')
  expect(slides).toHaveLength(demonstrationWords.testimonials.length)
  for (const [index, { name, role, content, rating, face }] of demonstrationWords.testimonials.entries()) {
    const slide = within(slides[index] as HTMLElement)
    for (const text of [name, role, `«${content}»`, `${rating} de 5`]) slide.getByText(text)
    expect(slides[index]?.querySelector('img')?.getAttribute('src')).toBe(`/faces/${face}.webp`)
  }
})

test('the header leads home, to the points and to the sign-in, and the footer has the contact details', async () => {
  const user = await open('/faq')
  const header = within(await screen.findByRole('banner'))
  expect(header.getAllByRole('link', { name: 'Lealtad' })[0]?.getAttribute('href')).toBe('/loyalty')
  expect(header.getAllByRole('link', { name: 'Iniciar Sesión' })[0]?.getAttribute('href')).toBe('/login')
  const footer = await screen.findByRole('contentinfo')
  expect(hrefOf('+598 2900 1234', footer)).toBe('tel:+59829001234')
  expect(hrefOf('hola@senda.uy', footer)).toBe('mailto:hola@senda.uy')
  within(footer).getByText('Av. 18 de Julio 1234, Montevideo')
  within(footer).getByText('Lunes a viernes de 8:00 a 18:00')
  markWelcomeSeen()
  await user.click(header.getByRole('link', { name: 'Senda, ir al inicio' }))
  await waitFor(() => expect(location.pathname).toBe('/'))
})

test('the menu of the account leads to the dashboard, and its button shows the first letter of the name', async () => {
  const { patientId } = await buildPatient(platform, { fullName: 'emilia Bentancor' })
  const user = await open('/faq', { as: patientId })
  const button = await screen.findByRole('button', { name: 'Tu cuenta, emilia Bentancor' })
  expect(button.textContent).toBe('E')
  await press(user, 'Tu cuenta, emilia Bentancor')
  await user.click(await screen.findByRole('menuitem', { name: 'Dashboard' }))
  await screen.findByRole('heading', { level: 1, name: 'Mi Dashboard' })
})
