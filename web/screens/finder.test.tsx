import { screen, waitFor, within } from '@testing-library/dom'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'

import { buildCenter, buildService } from '#server/testing/builders.ts'

import { expectAccessible, press, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()

test('the page shows every centre at first, and with a specialty those that have it, with a link to each profile', async () => {
  const { centerId } = await buildService(platform, { serviceType: 'nutricion', name: 'Plan alimentario' })
  await buildService(platform, { serviceType: 'psicoterapia', name: 'Sesión individual' })
  const user = await open('/search-centers')
  await screen.findByText('2 centros encontrados')
  expect(screen.getAllByRole('article')).toHaveLength(2)
  await expectAccessible()

  await user.click(screen.getByText('Filtros'))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Especialidad' }), 'Nutrición')
  await user.click(screen.getByRole('button', { name: 'Aplicar filtros' }))
  await screen.findByText('1 centro encontrado')
  screen.getByText('Filtros (1)')
  const details = within(screen.getByRole('article')).getByRole<HTMLAnchorElement>('link', {
    name: /^Ver detalles de /,
  })
  expect(new URL(details.href).pathname).toBe(`/centers/${centerId}`)
})

test('a search that no centre meets says so, and leads back to every centre', async () => {
  await buildService(platform, { serviceType: 'nutricion', name: 'Plan alimentario' })
  const user = await open('/search-centers?q=qwxzqwxz&rating=4.5')
  await screen.findByRole('heading', { name: 'No se encontraron centros' })
  await user.click(
    within(screen.getByRole('region', { name: 'Resultados' })).getByRole('link', { name: 'Limpiar filtros' }),
  )
  expect(await screen.findAllByRole('article')).not.toHaveLength(0)
})

test('a search whose name was not found says so above the results, which only resemble it', async () => {
  await buildCenter(platform, { name: 'Quillagua' })
  await open('/search-centers?q=quilagua')
  await screen.findByRole('heading', { name: /^Quillagua/ })
  await screen.findByText('No encontramos «quilagua». Esto es lo que más se parece:')
})

const distance = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Distancia máxima' })

/** A browser that gives this position, or refuses to. */
function stubLocation(point?: { latitude: number; longitude: number }): void {
  const geolocation = {
    getCurrentPosition: (found: (position: object) => void, fail: (error: { code: number }) => void) =>
      point ? found({ coords: point }) : fail({ code: 1 }),
  }
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator, { permissions: { value: undefined } }), { geolocation }),
  )
}

test('the form has a box for the words, a button, and each choice of distance, rating and time of the day', async () => {
  const user = await open('/search-centers')
  await screen.findByRole('searchbox', { name: '¿Qué buscas?' })
  screen.getByRole('button', { name: 'Buscar' })
  await user.click(screen.getByText('Filtros'))
  const choicesOf = (name: string) =>
    within(screen.getByRole('combobox', { name }))
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
  expect(choicesOf('Distancia máxima')).toEqual(['Sin límite', '5 km', '10 km', '25 km', '50 km', '100 km'])
  expect(choicesOf('Calificación mínima')).toEqual([
    'Cualquiera',
    '3 estrellas o más',
    '4 estrellas o más',
    '4,5 estrellas o más',
  ])
  expect(choicesOf('Disponibilidad')).toEqual(['Cualquiera', 'Mañana', 'Tarde', 'Noche', 'Fin de semana'])
})

test('a card shows what visitors compare and how to reach the centre', async () => {
  const { centerId } = await buildCenter(platform, {
    name: 'Centro Guayabo',
    description: 'Nutrición sin apuro, en el Centro.',
    address: 'Colonia 1234',
    neighborhood: 'Centro',
    phone: '+598 2908 1234',
    website: 'https://guayabo.example.uy/',
    specialties: ['Nutrición clínica', 'Diabetes', 'Deporte', 'Embarazo', 'Alergias'],
  })
  await buildService(platform, { centerId, serviceType: 'nutricion', name: 'Plan alimentario' })
  await sql`update center_profiles set rating = 4.6, total_reviews = 20 where id = ${centerId}`.execute(platform.db)
  await open('/search-centers?q=guayabo')
  const card = await screen.findByRole('article', { name: 'Centro Guayabo' })
  within(card).getByText('Verificado')
  within(card).getByText('Nutrición sin apuro, en el Centro.')
  within(card).getByText(/Colonia 1234, Centro/)
  within(card).getByText('(20 opiniones)')
  expect(card.textContent).toContain('4,6 de 5')
  expect(card.textContent.replaceAll(/\s/g, ' ')).toContain('Nutrición clínica · Diabetes · Deporte +2 más')
  expect(card.textContent).not.toContain('Embarazo')
  expect(within(card).getByRole('link', { name: '+598 2908 1234' }).getAttribute('href')).toBe('tel:+59829081234')
  expect(within(card).getByRole('link', { name: 'Sitio web' }).getAttribute('href')).toBe('https://guayabo.example.uy/')
})

test('a distance waits for a place, says why, and starts at 50 km', async () => {
  await buildService(platform, { serviceType: 'nutricion', name: 'Plan alimentario' })
  const user = await open('/search-centers')
  await user.click(await screen.findByText('Filtros'))
  expect(distance().disabled).toBe(true)
  expect(distance().selectedOptions[0]?.textContent).toBe('Sin límite')
  screen.getByText('Elige un lugar o usa tu ubicación para limitar la distancia.')
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Cerca de' }), 'Pocitos')
  expect(distance().disabled).toBe(false)
  expect(distance().selectedOptions[0]?.textContent).toBe('50 km')
  await press(user, 'Aplicar filtros')
  await waitFor(() => expect(location.search).toBe('?near=pocitos'))
})

test('the location button measures from where the visitor is, and another place replaces it', async () => {
  const { centerId } = await buildService(platform, { serviceType: 'nutricion', name: 'Plan alimentario' })
  await platform.db
    .updateTable('center_profiles')
    .set({ latitude: -34.9, longitude: -56.15 })
    .where('id', '=', centerId)
    .execute()
  stubLocation({ latitude: -34.91, longitude: -56.15 })
  const user = await open('/search-centers')
  await press(user, 'Usar mi ubicación')
  await screen.findByText(/^a 1,1\skm/)
  expect(screen.queryByText(/ubicación aproximada/)).toBeNull()
  screen.getByRole('button', { name: 'Actualizar mi ubicación' })
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Cerca de' }).selectedOptions[0]?.textContent).toBe(
    'Cerca de mí',
  )
  await user.selectOptions(screen.getByRole('combobox', { name: 'Cerca de' }), 'En todo el país')
  await press(user, 'Aplicar filtros')
  await waitFor(() => expect(location.search).toBe(''))
})

test('a refused location is explained, and says that the centres have no order by distance', async () => {
  await buildService(platform, { serviceType: 'nutricion', name: 'Plan alimentario' })
  stubLocation()
  const user = await open('/search-centers')
  await press(user, 'Usar mi ubicación')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Acceso a la ubicación denegado')
  expect(alert.textContent).toContain('Los centros aparecen sin ordenar por distancia.')
})

test('a centre with an approximate pin says so instead of its distance, here and in the search', async () => {
  const { centerId } = await buildService(platform, { serviceType: 'nutricion', name: 'Plan alimentario' })
  const approximate = { is_pin_exact: false, center_name: 'Centro Sin Punto' }
  await platform.db.updateTable('center_profiles').set(approximate).where('id', '=', centerId).execute()
  for (const page of ['/search-centers?near=pocitos', '/centers?near=pocitos']) {
    await open(page)
    const card = await screen.findByRole('article', { name: 'Centro Sin Punto' })
    within(card).getByText(/ubicación aproximada/)
    expect(card.textContent).not.toMatch(/a pasos|a \d/)
  }
})

test('a search that finds nothing near a place offers a search without a limit', async () => {
  const { centerId } = await buildService(platform, { serviceType: 'nutricion', name: 'Plan alimentario' })
  await platform.db
    .updateTable('center_profiles')
    .set({ latitude: -34.9, longitude: -56.15 })
    .where('id', '=', centerId)
    .execute()
  const user = await open('/search-centers?near=-31.4,-57.9')
  await screen.findByText('Prueba aumentar la distancia, ajustar los filtros o permitir el acceso a tu ubicación.')
  await user.click(screen.getByRole('link', { name: 'Buscar sin límite de distancia' }))
  await screen.findByText(/^\d+ centros? encontrados?$/)
})

test('the footer of every page leads here', async () => {
  const user = await open('/faq')
  await user.click(within(await screen.findByRole('contentinfo')).getByRole('link', { name: 'Búsqueda con filtros' }))
  await screen.findByRole('heading', { level: 1, name: 'Encuentra tu centro terapéutico ideal' })
})

test('the filters of care are in the panel, the address and the chips, and are cleared together', async () => {
  const { centerId } = await buildService(platform, { serviceType: 'nutricion', priceCents: 70_000 })
  await platform.db
    .updateTable('center_profiles')
    .set({ covers: ['asse'] })
    .where('id', '=', centerId)
    .execute()
  const user = await open('/search-centers')
  await user.click(await screen.findByText('Filtros'))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Cobertura' }), 'ASSE')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Precio máximo' }), '800')
  await press(user, 'Aplicar filtros')
  await screen.findByText('1 centro encontrado')
  expect(location.search).toBe('?maxPrice=800&cover=asse')
  screen.getByText('Filtros (2)')
  const chips = screen.getByRole('list', { name: 'Filtros de esta búsqueda' })
  await user.click(within(chips).getByRole('link', { name: /^ASSE/ }))
  await waitFor(() => expect(location.search).toBe('?maxPrice=800'))
  await user.click(screen.getByRole('link', { name: 'Limpiar filtros' }))
  await waitFor(() => expect(location.search).toBe(''))
})
