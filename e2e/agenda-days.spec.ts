import { expect } from '@playwright/test'
import {
  bookGuest,
  card,
  clockOf,
  dayFromNow,
  expectAgenda,
  fetchAgenda,
  freeDay,
  localDay,
  newName,
  newPhone,
  shownPhone,
  test,
} from './agenda-page.ts'
import { expectAccessible } from './fixtures.ts'
import { typeDate } from './keyboard.ts'

// In `npm test`: web/screens/agenda.test.tsx moves and cancels whole days; calls-dialog.test.tsx of web/features/agenda/tasks has the ticks.
test('a receptionist moves a whole day after a preview, and cancels another one', { tag: '@storm' }, async ({
  page,
  openAgenda,
}) => {
  await openAgenda()
  const { date, professional, service, opensAt } = await freeDay(page, { weeks: 4 })
  const names = [newName('Delia'), newName('Omar')]
  const dialog = page.getByRole('dialog')
  await page.goto(`/center/dashboard?seccion=agenda&fecha=${date}&profesional=${professional.id}`)
  await expectAgenda(page)
  for (const [index, name] of names.entries()) {
    const time = clockOf(opensAt + index * service.durationMinutes)
    await bookGuest(page, { name, phone: newPhone(), serviceId: service.id, date, time })
  }

  const inWeeks = (weeks: number) =>
    localDay(new Date(Date.parse(`${date}T15:00:00Z`) + weeks * 7 * 86_400_000).toISOString())
  await page.getByRole('button', { name: 'Mover el día…' }).click()
  await expect(dialog.getByLabel('Profesional')).toHaveValue(professional.id)
  await dialog.getByRole('button', { name: 'Ver qué entra' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Escribe el motivo')
  await typeDate(dialog.getByLabel('Pasa al día'), inWeeks(1))
  await dialog.getByLabel('Motivo').fill('Hay un paro de transporte')
  await page.keyboard.press('Escape')
  await expect(dialog.getByText('¿Descartar lo que escribiste?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Seguir editando' }).click()
  await expect(dialog.getByLabel('Motivo')).toHaveValue('Hay un paro de transporte')
  await dialog.getByRole('button', { name: 'Ver qué entra' }).click()
  await expect(dialog.getByText(/^Entran 2 citas/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Mover 2 citas' }).click()
  await expect(page.getByText('Se movieron 2 citas', { exact: true })).toBeVisible()
  // These patients left no e-mail address, so the receptionist has to telephone.
  await expect(dialog.getByRole('heading', { name: 'Hay que llamar (2)' })).toBeVisible()
  for (const name of names)
    await expect(dialog.getByRole('listitem').filter({ hasText: name })).toContainText('+598 99')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Listo' }).click()
  await expect(dialog).toBeHidden()
  await expect(card(page, names[0] ?? '')).toBeHidden()

  await page.goto(`/center/dashboard?seccion=agenda&fecha=${inWeeks(1)}&profesional=${professional.id}`)
  await expectAgenda(page)
  for (const name of names) await expect(card(page, name)).toBeVisible()
  await page.getByRole('button', { name: 'Cancelar el día…' }).click()
  await expect(dialog.getByText('Se cancelan 2 citas.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Motivo').fill('El centro cierra por obras')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Seguir editando' }).click()
  await dialog.getByRole('button', { name: 'Cancelar 2 citas' }).click()
  await expect(page.getByText('Se cancelaron 2 citas')).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'Hay que llamar (2)' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Listo' }).click()
  await expect(dialog).toBeHidden()
  for (const name of names) await expect(card(page, name)).toBeHidden()

  // After a reload both are still on the centre's call list, with their ticks.
  await page.getByRole('button', { name: /llamadas? pendientes?$/ }).click()
  const call = dialog.getByRole('listitem').filter({ hasText: names[0] ?? '' })
  await expect(call).toContainText('Cancelada')
  await call.getByRole('checkbox').check()
  await expectAccessible(page)
  await page.reload()
  await expectAgenda(page)
  await page.getByRole('button', { name: /llamadas? pendientes?$/ }).click()
  await expect(call.getByRole('checkbox')).toBeChecked()
  await dialog.getByRole('button', { name: 'Listo' }).click()
})

test('the printed day is a list for each professional', async ({ page, openAgenda }) => {
  await openAgenda()
  const { date, professional, service, opensAt } = await freeDay(page, { weeks: 3 })
  const name = newName('Perla')
  const phone = newPhone()
  await page.goto(`/center/dashboard?seccion=agenda&fecha=${date}&profesional=${professional.id}`)
  await expectAgenda(page)
  await bookGuest(page, { name, phone, serviceId: service.id, date, time: clockOf(opensAt) })
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  await page.getByRole('button', { name: 'Imprimir el día' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-printed')

  await page.emulateMedia({ media: 'print' })
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText(shownPhone(phone))
  await expect(row).toContainText(service.name)
  await expect(page.getByRole('columnheader', { name: 'Notas' })).toBeVisible()
  await expect(page.getByRole('heading', { name: professional.name })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Nueva cita' })).toBeHidden()
  await expectAccessible(page)
  await page.emulateMedia({ media: 'screen' })
  await expect(page.getByRole('columnheader', { name: 'Notas' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Nueva cita' })).toBeVisible()
})

// In `npm test`: web/screens/failures.test.tsx.
test('a week that fails to load shows an error and can be retried', { tag: '@storm' }, async ({ page, openAgenda }) => {
  await openAgenda()
  await expect
    .poll(async () => (await fetchAgenda(page, { from: dayFromNow(0) })).professionals.length)
    .toBeGreaterThan(0)
  await page.route('**/agenda?*', (route) => route.abort())
  await page.goto(`/center/dashboard?seccion=agenda&fecha=${dayFromNow(200)}`)
  await expect(page.getByText('No se pudo cargar la agenda')).toBeVisible({ timeout: 20_000 })
  await expectAccessible(page)
  // By keyboard: an event of another journey may reload the week first, and the button disappears.
  await page.getByRole('button', { name: /Reintentar|Intentar/ }).focus()
  await page.unroute('**/agenda?*')
  await page.keyboard.press('Enter')
  await expectAgenda(page)
})
