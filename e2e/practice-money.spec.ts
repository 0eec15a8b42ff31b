import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'

import { expectAccessible, expectNoOverflow, messageOn, test } from './fixtures.ts'
import { shownDate, typeDate } from './keyboard.ts'
import { expectEscape } from './practice-page.ts'

// In `npm test`: revenue-report.test.tsx and period.test.ts of web/features/payments, web/ui/date-field.test.tsx, and server/http/downloads.test.ts.
test('the owner chooses a period, reads charts with their tables and the commissions, and downloads a spreadsheet', {
  tag: '@storm',
}, async ({ page, openDesk }) => {
  await openDesk('dinero')
  const months = page.getByRole('table', { name: 'Ingresos por mes' })
  await expect(months.getByRole('row')).toHaveCount(7)
  await expect(page.getByRole('img', { name: /por mes/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Comisiones' })).toBeVisible()
  await expect(page.getByText(/^Debes/)).toBeVisible()
  const amounts = page.getByRole('region', { name: 'Comisiones' }).getByRole('listitem').locator('strong')
  await expect(amounts.nth(1)).toBeVisible()
  const rightEdges = await amounts.evaluateAll((all) => all.map((amount) => amount.getBoundingClientRect().right))
  expect(Math.max(...rightEdges) - Math.min(...rightEdges)).toBeLessThan(1)
  await expectNoOverflow(page)
  await expectAccessible(page)

  const year = page.getByRole('button', { name: 'Últimos 12 meses' })
  await year.focus()
  await page.keyboard.press('Enter')
  await expect(months.getByRole('row')).toHaveCount(13)
  await expect(year).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(/desde=.*hasta=/)
  await page.reload()
  await expect(months.getByRole('row')).toHaveCount(13)

  // Typed digit by digit, the year passes through impossible ones.
  const lastYear = new Date().getUTCFullYear() - 1
  const from = `${lastYear}-11-11`
  await typeDate(page.getByLabel('Desde'), from)
  await expect(page.getByLabel('Desde')).toHaveValue(shownDate(from))
  await expect(page).toHaveURL(new RegExp(`desde=${from}`))
  await year.click()
  await expect(months.getByRole('row')).toHaveCount(13)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar planilla (CSV)' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  // The byte order mark for UTF-8; without it a spreadsheet garbles every accent.
  expect(text.startsWith('\uFEFFfecha;hora;profesional;servicio;paciente;')).toBe(true)
  expect(text.trim().split('\r\n').length).toBeGreaterThan(20)
})

// In `npm test`: web/screens/practice.test.tsx, and server/http/calendar-feeds.test.ts.
test('a private calendar address responds over HTTP until it is deleted', { tag: '@storm' }, async ({
  page,
  openDesk,
  request,
}) => {
  await openDesk('calendario')
  const whose = page.getByLabel('Agenda de')
  const option = whose.getByRole('option').nth(1)
  await expect(option).toBeAttached()
  const name = (await option.textContent()) ?? ''
  await whose.selectOption({ label: name })
  await page.getByRole('button', { name: 'Crear una dirección' }).click()
  const address = page.getByLabel('Dirección privada')
  await expect(address).toHaveValue(/\/calendar\/.+\.ics$/)
  await expectNoOverflow(page)
  await expectAccessible(page)

  const path = new URL(await address.inputValue()).pathname
  const response = await request.get(path)
  expect(response.status()).toBe(200)
  expect(response.headers()['content-type']).toContain('text/calendar')
  expect(await response.text()).toContain('BEGIN:VCALENDAR')
  expect(await response.text()).toMatch(/^SUMMARY:Cita: ./m)

  const remove = page.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: 'Eliminar' })
  await remove.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('¿Eliminar esta dirección?')
  await expectAccessible(page)
  await expectEscape(page, remove)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(messageOn(page, 'Dirección eliminada')).toBeVisible()
  await expect(address).toBeHidden()
  await expect(page.getByRole('button', { name: 'Crear una dirección' })).toBeFocused()
  expect((await request.get(path)).status()).toBe(404)
})
