import { expect, type Page } from '@playwright/test'

import { expectAccessible, test, whenInteractive } from './fixtures.ts'

/** On a phone the filters are behind a button. */
async function openFilters(page: Page): Promise<void> {
  const button = page.getByRole('region', { name: 'Filtros' }).locator('summary').first()
  if (await button.isVisible()) await button.click()
  await expect(page.getByRole('button', { name: 'Aplicar filtros' })).toBeVisible()
}

async function closeFilters(page: Page): Promise<void> {
  const close = page.getByRole('dialog', { name: 'Filtros' }).getByRole('button', { name: 'Cerrar' })
  if (await close.isVisible()) await close.click()
}

/** On a phone a used search is one line. */
async function openSearchBar(page: Page): Promise<void> {
  const line = page.getByText('Cambiar', { exact: true })
  if (await line.isVisible()) await line.click()
}

test.describe('before JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('results, filters and profiles work as plain pages', async ({ page }) => {
    await page.goto('/centers')
    await expect(page.getByRole('heading', { level: 1, name: 'Centros Terapéuticos' })).toBeVisible()
    await expect(page.getByRole('article').first()).toBeVisible()

    await page.getByLabel('Qué necesitas').fill('masaje')
    await page.getByLabel('Dónde').selectOption({ label: 'Pocitos' })
    await openFilters(page)
    await page.getByRole('checkbox', { name: 'Masaje terapéutico' }).check()
    await page.getByLabel('Cuándo').selectOption({ label: 'Cualquier día' })
    await page.getByRole('button', { name: 'Aplicar filtros' }).click()

    await expect(page.getByText('los más cercanos a Pocitos primero')).toBeVisible()
    await expect(page.getByLabel('Qué necesitas')).toHaveValue('masaje')
    await openFilters(page)
    await expect(page.getByRole('checkbox', { name: 'Masaje terapéutico' })).toBeChecked()
    await expect(page.getByLabel('Cuándo')).toHaveValue('any')

    const center = page.getByRole('article').first().getByRole('heading').getByRole('link')
    const name = (await center.textContent()) ?? ''
    await center.click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

    await page.goto('/centers?when=any')
    const first = await page.getByRole('article').first().getByRole('heading').textContent()
    const pages = page.getByRole('navigation', { name: 'Páginas de resultados' })
    await pages.getByRole('link', { name: 'Página 2' }).click()
    await expect(page).toHaveURL('/centers?when=any&page=2')
    await expect(page.getByRole('article').first().getByRole('heading')).not.toHaveText(first ?? '')
    await expect(pages.getByRole('link', { name: 'Página 2' })).toHaveAttribute('aria-current', 'page')
  })
})

test('every filter is in the URL, and is still there after a reload and the back button', {
  tag: '@desktop-in-storm',
}, async ({ page }) => {
  const expectChosen = async () => {
    await expect(page.getByLabel('Qué necesitas')).toHaveValue('fisio')
    await expect(page.getByLabel('Dónde')).toHaveValue('pocitos')
    await openFilters(page)
    await expect(page.getByLabel('Distancia máxima')).toHaveValue('40')
    await expect(page.getByRole('checkbox', { name: 'Fisioterapia' })).toBeChecked()
    await expect(page.getByRole('checkbox', { name: 'Rehabilitación' })).toBeChecked()
    await expect(page.getByRole('checkbox', { name: 'Psicoterapia' })).not.toBeChecked()
    await expect(page.getByLabel('Cuándo')).toHaveValue('any')
    await expect(page.getByRole('radio', { name: '4 de 5: Buena' })).toBeChecked()
  }
  const chosen = {
    q: 'fisio',
    near: 'pocitos',
    km: '40',
    specialties: 'fisioterapia,rehabilitacion',
    when: 'any',
    rating: '4',
  }

  await page.goto('/centers')
  await whenInteractive(page)
  await openFilters(page)
  await expect(page.getByLabel('Distancia máxima')).toBeDisabled()
  await expectAccessible(page)
  await closeFilters(page)
  await page.getByLabel('Qué necesitas').fill('fisio')
  await page.getByLabel('Dónde').selectOption({ label: 'Pocitos' })
  await page.getByLabel('Cuándo').selectOption({ label: 'Cualquier día' })
  await openFilters(page)
  await page.getByLabel('Distancia máxima').fill('40')
  await page.getByRole('checkbox', { name: 'Fisioterapia' }).check()
  await page.getByRole('checkbox', { name: 'Rehabilitación' }).check()
  await page.getByRole('radio', { name: '4 de 5: Buena' }).check()
  await page.getByRole('button', { name: 'Aplicar filtros' }).click()
  await expect(page).toHaveURL((url) => sameSearch(url, chosen))
  await expect(page.getByText('los más cercanos a Pocitos primero')).toBeVisible()

  await page.reload()
  await whenInteractive(page)
  await expectChosen()
  await expectAccessible(page)

  await closeFilters(page)
  await openSearchBar(page)
  await page.getByLabel('A qué hora').selectOption({ label: 'Por la mañana' })
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
  await expect(page).toHaveURL((url) => url.searchParams.get('part') === 'morning')
  await page.goBack()
  await expect(page).toHaveURL((url) => sameSearch(url, chosen))
  await expectChosen()
})

// In `npm test`: the journey above, as plain pages.
test('the page of results is also in the URL', { tag: '@storm' }, async ({ page }) => {
  await page.goto('/centers?when=any')
  await whenInteractive(page)
  const pages = page.getByRole('navigation', { name: 'Páginas de resultados' })
  const first = await page.getByRole('article').first().getByRole('heading').textContent()
  await pages.getByRole('link', { name: 'Página 2' }).click()
  await expect(page).toHaveURL('/centers?when=any&page=2')
  await expect(page.getByRole('article').first().getByRole('heading')).not.toHaveText(first ?? '')
  await page.reload()
  await expect(pages.getByRole('link', { name: 'Página 2' })).toHaveAttribute('aria-current', 'page')
})

// In `npm test`: search-screen.test.tsx of web/features/centers/search.
test('a search without results says why, and what to do', { tag: '@storm' }, async ({ page }) => {
  await page.goto('/centers?q=qwxzqwxz&near=pocitos')
  await whenInteractive(page)
  const results = page.getByRole('region', { name: 'Resultados' })
  await expect(results.getByRole('heading', { name: 'No se encontraron centros' })).toBeVisible()
  await expect(results).toContainText(
    'Prueba aumentar la distancia, ajustar los filtros o permitir el acceso a tu ubicación.',
  )
  await expectAccessible(page)
  await results.getByRole('link', { name: 'Limpiar filtros' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
})

function sameSearch(url: URL, search: Record<string, string>): boolean {
  const found = Object.fromEntries(url.searchParams)
  const names = Object.keys(search)
  return Object.keys(found).length === names.length && names.every((name) => found[name] === search[name])
}
