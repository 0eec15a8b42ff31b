import { screen, within } from '@testing-library/dom'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { createReview } from '#server/features/reviews/usecases/reviews.ts'
import {
  buildAppointment,
  buildCenter,
  buildPatient,
  buildProfessional,
  buildService,
} from '#server/testing/builders.ts'

import { expectAccessible, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()

test('a complementary therapy is marked beside its service, and not for the whole centre', async () => {
  const { centerId, professionalId } = await buildService(platform, { serviceType: 'reiki', name: 'Sesión de reiki' })
  await buildService(platform, { centerId, professionalId, serviceType: 'psicoterapia', name: 'Sesión individual' })
  await open(`/centers/${centerId}`)
  const services = await screen.findByRole('region', { name: 'Servicios y precios' })
  const marked = within(services)
    .getAllByRole('listitem')
    .filter((item) => within(item).queryByText('Terapia complementaria, no regulada'))
    .map((item) => within(item).getByRole('heading').textContent)
  expect(marked).toEqual(['Sesión de reiki'])
  expect(screen.getAllByText('Terapia complementaria, no regulada')).toHaveLength(1)
  await expectAccessible()
})

test('each section has a link, and a centre its directions and its page in a social network', async () => {
  const { centerId } = await buildService(platform, { serviceType: 'psicoterapia', name: 'Sesión individual' })
  await sql`update center_profiles set whatsapp = '+59899123456', instagram = '@casa.nacar', facebook = 'no es una página' where id = ${centerId}`.execute(
    platform.db,
  )
  await open(`/centers/${centerId}`)
  const sections = await screen.findByRole('navigation', { name: 'Secciones del perfil' })
  for (const link of within(sections).getAllByRole<HTMLAnchorElement>('link')) {
    const heading = document.getElementById(new URL(link.href).hash.slice(1))
    expect(heading?.textContent).toBe(link.textContent)
  }
  const contact = screen.getByRole('region', { name: 'Dónde y cómo' })
  const directions = within(contact).getByRole<HTMLAnchorElement>('link', { name: 'Cómo llegar' })
  expect(new URL(directions.href).searchParams.get('destination')).toBeTruthy()
  const account = within(contact).getByRole<HTMLAnchorElement>('link', { name: '@casa.nacar' })
  expect(account.href).toBe('https://www.instagram.com/casa.nacar')
  const chat = within(contact).getByRole<HTMLAnchorElement>('link', { name: '+598 99 123 456' })
  expect([chat.href, chat.rel]).toEqual(['https://wa.me/59899123456', 'noopener nofollow ugc'])
  expect(within(contact).getByText('WhatsApp')).toBeTruthy()
  expect(within(contact).queryByText('no es una página')).toBeNull()
})

test('a centre with an approximate pin says so beside its map, and directions lead to its address', async () => {
  const { centerId } = await buildCenter(platform, { isPinExact: false })
  await open(`/centers/${centerId}`)
  const contact = await screen.findByRole('region', { name: 'Dónde y cómo' })
  within(contact).getByText('Ubicación aproximada: guíate por la dirección.')
  const directions = within(contact).getByRole<HTMLAnchorElement>('link', { name: 'Cómo llegar' })
  expect(new URL(directions.href).searchParams.get('destination')).toBe('Av. Brasil 2500, Pocitos, Montevideo, Uruguay')
  await expectAccessible()
})

test('a profile that is opened from a result keeps the service, who gives it and how, and its time, one press from booking', async () => {
  const { centerId } = await buildCenter(platform, { name: 'Casa Nácar' })
  const { professionalId } = await buildProfessional(platform, { centerId, name: 'Inés Torres' })
  const service = { centerId, professionalId, serviceType: 'psicoterapia' } as const
  const { serviceId } = await buildService(platform, { ...service, name: 'Sesión de pareja', priceCents: 255_000 })
  await buildProfessional(platform, { centerId, name: 'Raúl Silva' })
  const at = '2026-11-24T13:00:00.000Z'
  await open(`/centers/${centerId}?offer=${serviceId}&at=${at}`)
  await screen.findByRole('heading', { level: 1, name: 'Casa Nácar' })
  const bar = document.querySelector<HTMLElement>('[data-sticky-bar]')
  if (!bar) throw new Error('the profile has no bar')
  expect(bar.textContent?.replaceAll(/\s/g, ' ')).toMatch(
    /^Sesión de parejaInés Torres · .+ · \$ 2\.550Reservarmar 24 10:00$/,
  )
  const booking = new URL(within(bar).getByRole<HTMLAnchorElement>('link').href).searchParams
  expect([booking.get('offer'), booking.get('at')]).toEqual([serviceId, at])
  const offered = within(screen.getByRole('region', { name: 'Servicios y precios' })).getByRole('listitem')
  expect(offered.textContent).toContain('Inés Torres')
  await expectAccessible()
})

test('the profile shows every review, which of them does not count, and one voice of their patient in the rating', async () => {
  const service = await buildService(platform)
  const { patientId } = await buildPatient(platform)
  for (const [index, price] of [150_000, 150_000, 0].entries()) {
    const startsAt = new Date(`2026-11-1${index}T13:00:00Z`)
    const visit = await buildAppointment(platform, { ...service, patientId, startsAt, status: 'completed' })
    const { appointmentId } = visit
    await platform.db.updateTable('appointments').set({ price }).where('id', '=', appointmentId).execute()
    await createReview(platform, { userId: patientId, appointmentId, rating: index + 3, comment: `Fue así: ${index}` })
    platform.clock.advance(1000)
  }
  await open(`/centers/${service.centerId}`)
  const reviews = within(await screen.findByRole('region', { name: 'Opiniones' }))
  expect(await reviews.findAllByText(/^Fue así/)).toHaveLength(3)
  expect(reviews.getAllByText('Visita sin cargo: no cuenta en el promedio.')).toHaveLength(1)
  reviews.getByText('(1 opinión)')
  reviews.getByText(
    'Opina solo quien completó una consulta. Aquí se leen 3: el promedio cuenta, por cada paciente, la última de una visita con cargo.',
  )
  await expectAccessible()
})

test('a centre in a town without drawn streets has no map of its own, and a link to one', async () => {
  const { centerId } = await buildCenter(platform, {})
  await sql`update center_profiles set latitude = -31.3833, longitude = -57.9667 where id = ${centerId}`.execute(
    platform.db,
  )
  await open(`/centers/${centerId}`)
  const contact = await screen.findByRole('region', { name: 'Dónde y cómo' })
  const outside = within(contact).getByRole<HTMLAnchorElement>('link', { name: 'Abrir en el mapa' })
  expect(new URL(outside.href).searchParams.get('query')).toBe('-31.3833,-57.9667')
  expect(within(contact).queryByRole('group')).toBeNull()
})

test('who works alone is on her page once, and a second professional makes it the page of a centre', async () => {
  const { centerId } = await buildCenter(platform, { name: 'Consultorio Inés Torres' })
  const { professionalId } = await buildProfessional(platform, { centerId, name: 'Inés Torres', title: 'Psicóloga' })
  await buildService(platform, { centerId, professionalId, serviceType: 'psicoterapia', name: 'Sesión individual' })
  await open(`/centers/${centerId}`)
  await screen.findByRole('heading', { level: 1, name: 'Consultorio Inés Torres' })
  const main = screen.getByRole('main')
  expect(main.textContent?.match(/Inés Torres/g)).toHaveLength(2)
  within(main).getByText('Psicóloga')
  expect(within(main).queryByRole('region', { name: 'Profesionales' })).toBeNull()
  await expectAccessible()
  await open(`/book/${centerId}`)
  await screen.findByRole('heading', { level: 1, name: 'Reservar con Inés Torres' })
  await open('/center/dashboard?seccion=equipo', { as: centerId })
  await screen.findByRole('heading', { level: 2, name: 'Servicios' })
  await screen.findByRole('heading', { name: 'Datos y servicios' })

  await buildProfessional(platform, { centerId, name: 'Raúl Silva' })
  await open(`/centers/${centerId}`)
  await screen.findByRole('region', { name: 'Profesionales' })
})
