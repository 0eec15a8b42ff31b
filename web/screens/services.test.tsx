import { screen, waitFor, within } from '@testing-library/dom'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { serviceSlugs } from '#contract/specialty-keys.ts'
import { buildCenter, buildProfessional, buildService } from '#server/testing/builders.ts'

import { expectAccessible, press, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()

async function buildOsteopathyCenter(name: string, center: { neighborhood?: string; address?: string } = {}) {
  const { centerId } = await buildCenter(platform, { name, ...center })
  const { professionalId } = await buildProfessional(platform, { centerId })
  await buildService(platform, { centerId, professionalId, serviceType: 'osteopatia', name: 'Sesión' })
  return centerId
}

const cardNames = () => screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent)

test('each of the 13 services in the catalogue links to its own page', async () => {
  await open('/services')
  await screen.findByRole('heading', { level: 1, name: 'Servicios' })
  for (const slug of serviceSlugs) expect(document.querySelector(`a[href="/services/${slug}"]`), slug).not.toBeNull()
  expect(screen.getByRole('link', { name: 'Buscar un centro' }).getAttribute('href')).toBe('/centers?when=any')
})

test('the names of the 13 services in the address are those of the specification', () => {
  expect(serviceSlugs.toSorted()).toEqual([
    'acupuntura',
    'fisioterapia',
    'kinesiologia',
    'logopedia',
    'masajistas',
    'nutricion',
    'osteopatia',
    'psicoterapia',
    'quiropracticos',
    'radiestesia',
    'reiki',
    'terapia-ocupacional',
    'terapias-complementarias',
  ])
})

test('a card shows what visitors compare: specialty, place, service, description, picture, free times, rating and contact', async () => {
  const { centerId } = await buildCenter(platform, {
    name: 'Centro Timbó',
    description: 'Acupuntura con agujas descartables.',
    address: 'Colonia 1234',
    neighborhood: 'Centro',
    phone: '+598 2908 1234',
    website: 'https://timbo.example.uy/',
    specialties: ['Migraña'],
    coverUrl: '/files/timbo.webp',
  })
  await buildService(platform, { centerId, serviceType: 'acupuntura', name: 'Sesión de agujas', priceCents: 120_000 })
  await sql`update center_profiles set rating = 4.7, total_reviews = 12 where id = ${centerId}`.execute(platform.db)
  const { centerId: withoutContact } = await buildCenter(platform, { name: 'Centro Sauce' })
  await buildService(platform, { centerId: withoutContact, serviceType: 'acupuntura', name: 'Sesión' })
  await open('/services/acupuntura')
  const card = await screen.findByRole('article', { name: 'Centro Timbó' })
  for (const text of ['Migraña', 'Acupuntura con agujas descartables.', '(12 opiniones)']) within(card).getByText(text)
  within(card).getByText(/Colonia 1234, Centro/)
  expect(card.textContent.replaceAll(/\s/g, ' ')).toMatch(/Sesión de agujas · 1 h.*\$ 1\.200/)
  expect(card.textContent).toContain('4,7 de 5')
  expect(card.querySelector('img')?.getAttribute('src')).toContain('/files/timbo.webp')
  const times = within(card)
    .getAllByRole<HTMLAnchorElement>('link')
    .filter(({ pathname, search }) => pathname.startsWith('/book/') && new URLSearchParams(search).has('at'))
  expect(times).toHaveLength(3)
  expect(within(card).getByRole('link', { name: '+598 2908 1234' }).getAttribute('href')).toBe('tel:+59829081234')
  expect(within(card).getByRole('link', { name: 'Sitio web' }).getAttribute('href')).toBe('https://timbo.example.uy/')
  const other = screen.getByRole('article', { name: 'Centro Sauce' })
  expect(within(other).queryByRole('link', { name: 'Sitio web' })).toBeNull()
  expect(other.querySelector('a[href^="tel:"]')).toBeNull()
  const places = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Ubicación' })
  expect(places.selectedOptions[0]?.textContent).toBe('Todas las ubicaciones')
})

test('an unknown service says so, with a link back to the services', async () => {
  await open('/services/telepatia')
  await screen.findByRole('heading', { level: 1, name: 'Servicio no encontrado' })
  screen.getByRole('link', { name: 'Volver a los servicios' })
  await expectAccessible()
})

test('ten centres fill a page of nine and a second page, and filters go back to the first page', async () => {
  const ids: string[] = []
  for (let n = 1; n <= 9; n++) ids.push(await buildOsteopathyCenter(`Osteo Parque ${n}`))
  await buildOsteopathyCenter('Vértebra', { neighborhood: 'Ciudad Vieja', address: 'Sarandí 500' })
  await buildService(platform, { serviceType: 'nutricion' })
  await sql`update center_profiles set rating = 4.6, total_reviews = 20 where id = ${ids[4] ?? ''}`.execute(platform.db)

  const user = await open('/services/osteopatia?page=2')
  await screen.findByText('10 centros')
  expect(cardNames()).toHaveLength(1)
  await user.click(screen.getByRole('link', { name: 'Página 1' }))
  await waitFor(() => expect(cardNames()).toHaveLength(9))
  expect(location.search).toBe('')
  const recommended = screen.getByRole('region', { name: 'Recomendados' })
  expect(within(recommended).getAllByRole('link')).toHaveLength(1)
  within(recommended).getByRole('link', { name: 'Osteo Parque 5' })
  const best = screen.getByRole('article', { name: 'Osteo Parque 5' })
  within(best).getByText('Excelente')
  within(best).getByRole('link', { name: 'Reservar en Osteo Parque 5' })
  within(best).getByRole('link', { name: 'Ver perfil de Osteo Parque 5' })
  await expectAccessible()

  await open('/services/osteopatia?page=2')
  await screen.findByText('10 centros')
  const next = await open('/services/osteopatia?page=2')
  await next.selectOptions(await screen.findByLabelText('Ubicación'), 'Ciudad Vieja')
  await press(next, 'Filtrar')
  await screen.findByText(/a menos de 2 km de Ciudad Vieja/)
  expect(cardNames()).toEqual(['Vértebra'])
  expect(location.search).toBe('?near=ciudad-vieja')

  await open('/services/osteopatia?q=v%C3%A9rtebra')
  await screen.findByText(/con «vértebra»/)
  // The others treat the spine, too.
  expect(cardNames()[0]).toBe('Vértebra')
})

test('a search without results offers to clear the filters, and a page beyond the last one leads to the first', async () => {
  await open('/services/osteopatia?q=zzzzqqq')
  await screen.findByRole('heading', { name: 'No se encontraron centros' })
  expect(screen.getAllByRole('link', { name: 'Limpiar filtros' }).length).toBeGreaterThan(0)
  await open('/services/osteopatia?page=7')
  await screen.findByRole('link', { name: 'Ver la primera página' })
  await expectAccessible()
})

test("a need in the visitor's own words ranks the centres, which say why, and another service that fits better is linked", async () => {
  for (const [name, specialty] of [
    ['Quiro Norte', 'Hernia de disco'],
    ['Quiro Sur', 'Postura'],
  ] as const) {
    const { centerId } = await buildCenter(platform, { name })
    const { professionalId } = await buildProfessional(platform, { centerId, specialties: [specialty] })
    await buildService(platform, { centerId, professionalId, serviceType: 'quiropracticos', name: 'Ajuste' })
    await sql`update center_profiles set rating = 4.5, total_reviews = 10 where id = ${centerId}`.execute(platform.db)
  }
  for (const name of ['Quiro Este', 'Quiro Oeste']) {
    const { centerId } = await buildCenter(platform, { name })
    await buildService(platform, { centerId, serviceType: 'quiropracticos', name: 'Ajuste' })
  }
  const user = await open('/services/quiropracticos')
  await screen.findByText('4 centros')
  const field = screen.getByLabelText('Cuéntanos qué necesitas, con tus palabras')
  await user.type(field, 'tengo una hernia de disco')
  await press(user, 'Recomendar')
  const recommended = screen.getByRole('region', { name: 'Recomendados' })
  await within(recommended).findByText('Trata Hernia de disco')
  expect(within(recommended).getAllByRole('link')[0]?.textContent).toBe('Quiro Norte')
  expect(new URLSearchParams(location.search).get('need')).toBe('tengo una hernia de disco')
  await expectAccessible()

  await open('/services/quiropracticos?need=estoy%20triste')
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Ver recomendados de Psicoterapia' })
  expect(link.getAttribute('href')).toBe('/services/psicoterapia?need=estoy+triste')

  await open('/services/quiropracticos?need=me%20quiero%20morir')
  await screen.findByText('Si tú u otra persona corre peligro, llama ahora')
  await screen.findByRole('link', { name: 'Ver recomendados de Psicoterapia' })
})
