import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { buildService } from '#server/testing/builders.ts'

import { expectAccessible, startScreens } from './screens.tsx'

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
