import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'

import { signInByApi } from './by-api.ts'
import { expectAccessible, expectNoOverflow, messageOn, test } from './fixtures.ts'

const moderator = { email: 'moderador@demo.uy', password: 'Senda-2026!' }

// In `npm test`: web/screens/admin-finance.test.tsx, and commissions-csv.test.ts of server/features/commissions/routes for the file.
test('Financiero: a moderator downloads the file of a period, sorts the list, and settles what one centre owes', {
  tag: '@storm',
}, async ({ page }) => {
  await signInByApi(page, moderator)
  await page.goto('/admin/dashboard?seccion=financiero&periodo=year')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar planilla (CSV)' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^comisiones-anuales-\d{4}-\d\d-\d\d-a-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await download.path(), 'utf8')
  expect(text.startsWith('\uFEFFcentro;monto del pago;comisión;estado;fecha\r\n')).toBe(true)
  expect(text.trim().split('\r\n').length).toBeGreaterThan(100)

  await page.getByLabel('Orden').selectOption({ label: 'Menor comisión' })
  await expect(page).toHaveURL(/ordencomision=smallest/)
  const table = page.getByRole('table', { name: /^Comisiones, con/ })
  await expect(table).toBeVisible()
  const cells = table.getByRole('row').nth(1).getByRole('cell')
  // After the checkbox: the price and the commission.
  for (const amount of [cells.nth(1), cells.nth(2)]) {
    await expect(amount).toHaveText(/^\$/)
    await expect(amount).toHaveCSS('text-align', 'right')
    await expect(amount).toHaveCSS('font-variant-numeric', 'tabular-nums')
  }
  await expectNoOverflow(page)
  await expectAccessible(page)

  await page
    .getByRole('checkbox', { name: /^Elegir / })
    .first()
    .check()
  await page.getByRole('button', { name: 'Liquidar…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Liquidar comisiones' })
  await dialog.getByLabel('Referencia').fill('TRF-1')
  await dialog.getByRole('button', { name: 'Marcar como pagadas' }).click()
  await expect(messageOn(page, 'Comisiones pagadas')).toBeVisible()
})
