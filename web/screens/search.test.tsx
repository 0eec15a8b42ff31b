import { screen, waitFor, within } from '@testing-library/dom'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'

import { buildCenter, buildService } from '#server/testing/builders.ts'

import { expectAccessible, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()

/** A centre with three services of one professional. */
async function buildPractice() {
  const psychology = { serviceType: 'psicoterapia' } as const
  const first = await buildService(platform, { ...psychology, name: 'Sesión individual', priceCents: 165_000 })
  const { centerId, professionalId } = first
  const ownService = { ...psychology, centerId, professionalId }
  const couple = await buildService(platform, {
    ...ownService,
    name: 'Sesión de pareja',
    priceCents: 255_000,
    durationMinutes: 90,
  })
  await buildService(platform, {
    ...ownService,
    name: 'Control y seguimiento',
    priceCents: 90_000,
    durationMinutes: 30,
  })
  return { centerId, first, couple }
}

/** With plain spaces in prices and durations. */
const textOf = (element: HTMLElement) => element.textContent.replaceAll(/\s/g, ' ')

const timesIn = (region: HTMLElement) =>
  within(region)
    .queryAllByRole<HTMLAnchorElement>('link')
    .filter(({ pathname, search }) => pathname.startsWith('/book/') && new URLSearchParams(search).has('at'))

test('a card names the service of its times, with its duration and price, and says how many the centre offers', async () => {
  const { couple } = await buildPractice()
  await open('/centers?q=terapia%20de%20pareja&when=any')
  const card = await screen.findByRole('article')
  expect(textOf(card)).toContain('Sesión de pareja · 1 h 30 min')
  expect(textOf(card)).toContain('$ 2.550')
  within(card).getByText('3 servicios')
  const offers = timesIn(card).map(({ href }) => new URL(href).searchParams.get('offer'))
  expect(offers).toEqual(Array(3).fill(couple.serviceId))
  // The rest of the day is one link, and the card itself leads to the profile, which keeps the first of the times.
  const rest = within(card).getByRole<HTMLAnchorElement>('link', { name: /^\+\d+ horas más/ })
  expect(new URL(rest.href).searchParams.get('date')).toMatch(/^2026-/)
  const profile = within(within(card).getByRole('heading')).getByRole<HTMLAnchorElement>('link')
  expect(new URL(profile.href).searchParams.get('offer')).toBe(couple.serviceId)
  await expectAccessible()
})

test('a card shows the rating, the reviews and the specialties, and leads to the booking', async () => {
  const specialties = ['Ansiedad', 'Duelo', 'Pareja', 'Adolescentes']
  const { centerId } = await buildCenter(platform, { name: 'Centro Tala', specialties })
  await buildService(platform, { centerId, serviceType: 'psicoterapia', name: 'Sesión individual' })
  await sql`update center_profiles set rating = 4.8, total_reviews = 127 where id = ${centerId}`.execute(platform.db)
  await open('/centers?when=any&rating=4')
  const card = await screen.findByRole('article', { name: 'Centro Tala' })
  expect(card.textContent).toContain('4,8 de 5')
  within(card).getByText('(127 opiniones)')
  expect(textOf(card)).toContain(specialties.join(' · '))
  const book = within(card).getByRole('link', { name: 'Reservar en Centro Tala' })
  expect(book.getAttribute('href')).toBe(`/book/${centerId}`)
})

test('the distance goes from 0, which is without a limit, to 100 km in steps of 5', async () => {
  await open('/centers?near=pocitos&when=any')
  // Without the styles, the sheet is hidden until its button is pressed.
  const slider = await screen.findByRole<HTMLInputElement>('slider', { name: 'Distancia máxima', hidden: true })
  const { min, max, step } = slider
  expect({ min, max, step }).toEqual({ min: '0', max: '100', step: '5' })
})

test('a visitor whose browser is in Spain reads once above the cards that their times are those of Uruguay', async () => {
  const { TZ } = process.env
  onTestFinished(() => {
    process.env.TZ = TZ
  })
  process.env.TZ = 'Europe/Madrid'
  await buildPractice()
  await open('/centers?q=terapia%20de%20pareja&when=any')
  const results = await screen.findByRole('region', { name: 'Resultados' })
  await waitFor(() => expect(timesIn(results).length).toBeGreaterThan(0))
  expect(
    within(results).getAllByText(/^Las horas son las de Uruguay\. En tu zona horaria son \d horas más\.$/),
  ).toHaveLength(1)
})

test('where a clock changes between the days of a profile, each of its times has the visitor’s own beside it', async () => {
  const change = Date.parse('2026-11-22T12:00:00Z')
  const offset = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockImplementation(function offsetOf(this: Date) {
    return this.getTime() < change ? -60 : -120
  })
  onTestFinished(() => offset.mockRestore())
  const { centerId } = await buildPractice()
  await open(`/centers/${centerId}`)
  const panel = await screen.findByRole('complementary', { name: 'Reservar' })
  await within(panel).findByText(
    'Las horas son las de Uruguay. En tu zona horaria son 4 o 5 horas más, según la fecha.',
  )
  const shown = timesIn(panel).map(({ textContent }) => /^(\d+):\d+ \((\d+):\d+ en tu zona\)/.exec(textContent) ?? [])
  const differences = shown.map(([, uruguay, own]) => Number(own) - Number(uruguay))
  expect(new Set(differences)).toEqual(new Set([4, 5]))
  await expectAccessible()
})

test('a profile offers the times of one service, and those of another once the visitor chooses it', async () => {
  const { centerId, first, couple } = await buildPractice()
  const user = await open(`/centers/${centerId}`)
  const panel = await screen.findByRole('complementary', { name: 'Reservar' })
  const service = within(panel).getByRole<HTMLSelectElement>('combobox', { name: 'Servicio' })
  expect(service.selectedOptions[0]?.textContent).toBe('Sesión individual')
  await waitFor(() => expect(timesIn(panel).length).toBeGreaterThan(0))
  expect(textOf(panel)).toContain('$ 1.650')
  expect(timesIn(panel)[0]?.href).toContain(first.serviceId)

  await user.selectOptions(service, 'Sesión de pareja')
  expect(textOf(panel)).toContain('$ 2.550')
  expect(textOf(panel)).toContain('1 h 30 min')
  await waitFor(() => expect(timesIn(panel)[0]?.href).toContain(couple.serviceId))
})

test('a search starts with the centres that are free today, and states how many more there are on other days', async () => {
  const name = 'Rambla del Puerto'
  const always = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, startMinute: 0, endMinute: 24 * 60 }))
  const later = new Date(platform.clock.now().getTime() + 2 * 86_400_000).getUTCDay() || 7
  for (const hours of [always, [{ weekday: later, startMinute: 600, endMinute: 720 }]]) {
    const { centerId } = await buildCenter(platform, { name })
    await buildService(platform, { centerId, hours })
  }
  const user = await open('/centers?q=puerto')
  expect(await screen.findAllByRole('article')).toHaveLength(1)
  const times = screen.getByRole('list', { name: 'Filtros de esta búsqueda' })
  expect(within(times).getByRole('link', { name: /^Disponible hoy/ })).toBeTruthy()
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Cuándo' }).value).toBe('today')
  await expectAccessible()

  await user.click(screen.getByRole('link', { name: '1 más en otros días' }))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
  expect(screen.queryByRole('list', { name: 'Filtros de esta búsqueda' })).toBeNull()
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Cuándo' }).value).toBe('any')
})

test('when no centre treats children for a need, the search has no chip for children, and the page says why', async () => {
  await buildPractice()
  await open('/centers?q=terapia%20de%20pareja%20presencial%20para%20mi%20hijo')
  await screen.findAllByRole('article')
  await screen.findByText('Ningún centro dice que atiende a niños para esto. Te mostramos los demás.')
  // No card offers a session for a child, so no card has times on other days either.
  expect(screen.queryByText(/^Hoy no hay horas libres/)).toBeNull()
  const chips = screen.getByRole('list', { name: 'Filtros de esta búsqueda' })
  expect(within(chips).queryByRole('link', { name: /^Niños/ })).toBeNull()
  await expectAccessible()
})

test('a search whose name was not found says so above the results, which only resemble it', async () => {
  await buildCenter(platform, { name: 'Quillagua' })
  await open('/centers?q=quilagua&when=any')
  await screen.findByRole('article')
  const note = await screen.findByText('No encontramos «quilagua». Esto es lo que más se parece:')
  expect(note.compareDocumentPosition(screen.getByRole('article'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('a page behind the last one says so, and leads back to the first', async () => {
  await buildPractice()
  await open('/centers?when=any&page=99')
  await screen.findByRole('heading', { name: 'Esta página ya no existe' })
  const first = screen.getByRole<HTMLAnchorElement>('link', { name: 'Ver la primera página' })
  expect(new URL(first.href).searchParams.get('page')).toBeNull()
})

test('each filter of care is in the address and a chip, counts in the button of the sheet, and is changed in the panel', async () => {
  const { centerId, professionalId } = await buildService(platform, { name: 'Sesión de rodilla', priceCents: 80_000 })
  await platform.db
    .updateTable('center_profiles')
    .set({ covers: ['casmu'] })
    .where('id', '=', centerId)
    .execute()
  const stated = { ages: ['older'], gender: 'woman' }
  await platform.db.updateTable('professionals').set(stated).where('id', '=', professionalId).execute()
  const user = await open(
    '/centers?when=any&part=morning&modality=center&maxPrice=900&ages=older&gender=woman&cover=casmu&language=zzz',
  )
  expect(await screen.findAllByRole('article')).toHaveLength(1)
  const chips = screen.getByRole('list', { name: 'Filtros de esta búsqueda' })
  expect(within(chips).getAllByRole('link').map(textOf)).toEqual(
    ['Por la mañana', 'Presencial', 'Hasta $ 900', 'Personas mayores', 'Profesional mujer', 'CASMU'].map(
      (label) => `${label}: quitar este filtro`,
    ),
  )
  // The hour is in the bar, so the sheet has five.
  const filters = screen.getByRole('region', { name: 'Filtros' })
  expect(filters.querySelector('summary')?.textContent).toBe('Filtros5 elegidos')
  await expectAccessible()

  // Without the styles, the sheet is hidden until its button is pressed.
  const hidden = true
  const price = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Precio máximo', hidden })
  expect(textOf(price.selectedOptions[0] as HTMLElement)).toBe('Hasta $ 900')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Género del profesional', hidden }), 'Varón')
  await user.click(screen.getByRole('button', { name: 'Aplicar filtros', hidden }))
  await screen.findByRole('heading', { name: 'No se encontraron centros' })
  expect(new URLSearchParams(location.search).get('gender')).toBe('man')
  await user.click(within(chips).getByRole('link', { name: /^Profesional/ }))
  expect(await screen.findAllByRole('article')).toHaveLength(1)
  expect(new URLSearchParams(location.search).get('gender')).toBeNull()
})

test('a profile says which covers the centre accepts, which languages it speaks, and whom each professional attends', async () => {
  const { centerId, professionalId } = await buildService(platform, { name: 'Sesión de hombro' })
  await buildService(platform, { centerId, name: 'Sesión de hombro' })
  const stated = { covers: ['casmu', 'bps'], languages: ['Español', 'Inglés'] }
  await platform.db.updateTable('center_profiles').set(stated).where('id', '=', centerId).execute()
  const ages = ['children', 'teenagers']
  await platform.db.updateTable('professionals').set({ ages }).where('id', '=', professionalId).execute()
  await open(`/centers/${centerId}`)
  await screen.findByText('Atiende con')
  screen.getByText('CASMU, BPS (órdenes y AYEX)')
  screen.getByText('Español, Inglés')
  expect(screen.getAllByText(/^Atiende a /).map(textOf)).toEqual(['Atiende a niños, niñas y adolescentes'])
})
