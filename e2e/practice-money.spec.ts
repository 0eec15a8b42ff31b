import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'

import { demoOwner, enter } from './by-api.ts'
import { expectAccessible, expectNoOverflow, said, test } from './fixtures.ts'
import { expectEscape } from './practice-page.ts'

/** The two projects run in parallel on the same rows. */
const turn = () => (test.info().project.name === 'phone' ? 4 : 0)

test('the overview shows the centre in numbers, and links to what is pending', async ({ page, openDesk }) => {
  await openDesk('inicio')
  for (const label of ['Total de citas', 'Citas pendientes', 'Calificación promedio', 'Ingresos totales']) {
    await expect(page.getByText(label, { exact: true })).toBeVisible()
  }
  await expect(page.getByRole('heading', { name: 'Citas recientes' })).toBeVisible()
  await expect(page.getByText(/^Este mes:/)).toBeVisible()
  await expectNoOverflow(page)
  await expectAccessible(page)
  await page.getByRole('link', { name: /sin responder/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/seccion=opiniones/)
  await expect(page.getByRole('heading', { level: 2, name: 'Opiniones' })).toBeFocused()
})

test('money: a period, charts with their tables, commissions, and a file for a spreadsheet', async ({
  page,
  openDesk,
}) => {
  await openDesk('dinero')
  const months = page.getByRole('table', { name: 'Ingresos por mes' })
  await expect(months.getByRole('row')).toHaveCount(7)
  await expect(page.getByRole('img', { name: /por mes/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Comisiones' })).toBeVisible()
  await expect(page.getByText(/^Debes/)).toBeVisible()
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

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar planilla (CSV)' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  // The byte order mark for UTF-8; without it a spreadsheet garbles every accent.
  expect(text.startsWith('\uFEFFfecha;hora;profesional;servicio;paciente;')).toBe(true)
  expect(text.trim().split('\r\n').length).toBeGreaterThan(20)
})

test('a review gets one reply, from the first member who sends one, and can be reported', async ({
  page,
  openDesk,
  visitor,
}) => {
  await openDesk('opiniones')
  const unanswered = page.getByRole('article').filter({ has: page.getByRole('button', { name: 'Responder' }) })
  await expect(unanswered.first()).toBeVisible()
  await expectNoOverflow(page)
  await expectAccessible(page)
  // A review without a comment can't be found by its text.
  const written = unanswered.locator('p.whitespace-pre-line').nth(turn() / 2)
  const comment = (await written.textContent()) ?? ''

  const colleague = await visitor()
  const theirs = colleague.getByRole('article').filter({ hasText: comment })
  await enter(colleague, demoOwner)
  await colleague.goto('/center/dashboard?seccion=opiniones')
  await theirs.first().getByRole('button', { name: 'Responder' }).click()
  await colleague.getByRole('dialog').getByLabel('Tu respuesta').fill('Llegué después.')

  const mine = page.getByRole('article').filter({ hasText: comment }).first()
  const dialog = page.getByRole('dialog')
  await mine.getByRole('button', { name: 'Responder' }).focus()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Publicar respuesta' }).click()
  await expect(dialog.getByText('Escribe la respuesta')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Tu respuesta').fill('Gracias por contarlo.')
  await dialog.getByRole('button', { name: 'Publicar respuesta' }).click()
  await expect(said(page, 'Respuesta publicada')).toBeVisible()
  await expect(mine).toContainText('Gracias por contarlo.')
  await expect(mine.getByRole('button', { name: 'Responder' })).toHaveCount(0)

  await colleague.getByRole('button', { name: 'Publicar respuesta' }).click()
  await expect(
    colleague.getByRole('dialog').getByText('Ya respondiste esa opinión: se responde una sola vez.'),
  ).toBeVisible()
  await colleague.keyboard.press('Escape')
  await colleague.getByRole('dialog').getByRole('button', { name: 'Descartar' }).click()
  await expect(theirs.first()).toContainText('Gracias por contarlo.')

  const report = mine.getByRole('button', { name: /^(Reportar|Cambiar el motivo)$/ })
  await expect(report).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Motivo')).toBeVisible()
  await expectAccessible(page)
  await expectEscape(page, report)
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Motivo').fill('Nombra a otra persona.')
  await dialog.getByRole('button', { name: 'Enviar' }).click()
  await expect(said(page, 'Gracias por avisarnos')).toBeVisible()
  await expect(mine).toContainText('La estamos revisando')
  await expect(report).toBeFocused()
  await expectAccessible(page)
})

test('a private calendar address responds over HTTP until it is deleted', async ({ page, openDesk, request }) => {
  await openDesk('calendario')
  const whose = page.getByLabel('Agenda de')
  const option = whose.getByRole('option').nth(1 + turn() / 4)
  await expect(option).toBeAttached()
  const name = (await option.textContent()) ?? ''
  await whose.selectOption({ label: name })
  await page.getByRole('button', { name: 'Hacer una dirección' }).click()
  const address = page.getByLabel('Dirección privada')
  await expect(address).toHaveValue(/\/calendar\/.+\.ics$/)
  await expectNoOverflow(page)
  await expectAccessible(page)

  const path = new URL(await address.inputValue()).pathname
  const answer = await request.get(path)
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toContain('text/calendar')
  expect(await answer.text()).toContain('BEGIN:VCALENDAR')
  expect(await answer.text()).toMatch(/^SUMMARY:Cita: ./m)

  const end = page.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: 'Terminar' })
  await end.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('¿Terminar esta dirección?')
  await expectAccessible(page)
  await expectEscape(page, end)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Terminar' }).click()
  await expect(said(page, 'Dirección terminada')).toBeVisible()
  await expect(address).toBeHidden()
  await expect(page.getByRole('button', { name: 'Hacer una dirección' })).toBeFocused()
  expect((await request.get(path)).status()).toBe(404)
})
