import { expect } from '@playwright/test'

import {
  card,
  clockOf,
  dayFromNow,
  enterGuest,
  expectAgenda,
  freeDay,
  newName,
  newPhone,
  shownPhone,
  test,
} from './agenda-page.ts'
import { expectAccessible } from './fixtures.ts'
import { expectVisibleFocus, pressOn, shownDate, tabTo, typeDate } from './keyboard.ts'

test('the agenda shows the day and the week, and keeps its state in the URL', { tag: '@desktop-in-storm' }, async ({
  page,
  openAgenda,
  isMobile,
}) => {
  await openAgenda()
  const heading = page.getByRole('heading', { level: 3 }).first()
  const today = await heading.textContent()
  await page.getByRole('button', { name: 'Día siguiente' }).click()
  await expect(heading).not.toHaveText(today ?? '')
  await expect(page).toHaveURL(new RegExp(`fecha=${dayFromNow(1)}`))
  await page.getByRole('button', { name: 'Hoy', exact: true }).click()
  await expect(heading).toHaveText(today ?? '')

  // The previous day stays visible until the next one has loaded.
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/agenda?*', async (route) => {
    await held
    await route.continue()
  })
  await typeDate(page.getByLabel('Ir a la fecha'), dayFromNow(20))
  await expect(page.getByText('Cargando…')).toBeVisible()
  await expectAccessible(page)
  letGo()
  await expectAgenda(page)
  await page.getByRole('button', { name: 'Hoy', exact: true }).click()
  await expect(heading).toHaveText(today ?? '')

  await page.getByRole('button', { name: 'Semana', exact: true }).click()
  await expect(page).toHaveURL(/vista=semana/)
  await expectAgenda(page)
  await expect(heading).toHaveText(/^\d+( de \p{L}+)? al \d+ de \p{L}+$/u)
  await expectAccessible(page)
  const select = page.getByRole('combobox', { name: 'Profesional', exact: true })
  const professionalId = await select.locator('option').nth(1).getAttribute('value')
  await select.selectOption(professionalId)
  await expect(page).toHaveURL(new RegExp(`profesional=${professionalId}`))
  if (!isMobile) await expect(page.getByRole('grid').getByRole('columnheader')).toHaveCount(8)

  await page.reload()
  await expectAgenda(page)
  await expect(select).toHaveValue(professionalId ?? '')
  await expect(page.getByRole('button', { name: 'Semana', exact: true })).toHaveAttribute('aria-pressed', 'true')

  // Even with an invalid URL, the agenda appears.
  await page.goto('/center/dashboard?seccion=agenda&fecha=2026-02-30&vista=%5B%5D&profesional=%3Cb%3E')
  await expectAgenda(page)
  await expect(heading).toHaveText(today ?? '')
})

// In `npm test`: web/screens/agenda.test.tsx books, moves and cancels at the desk.
test('the receptionist books a caller, moves the appointment, and cancels it with a reason', { tag: '@storm' }, async ({
  page,
  openAgenda,
}) => {
  await openAgenda()
  const { date, professional, service, opensAt } = await freeDay(page, { weeks: 2 })
  const name = newName('Rosario')
  const phone = newPhone()
  await page.goto(`/center/dashboard?seccion=agenda&fecha=${date}&profesional=${professional.id}`)
  await expectAgenda(page)
  const dialog = page.getByRole('dialog')

  await test.step('a click on a free time fills in its day and hour', async () => {
    await page.getByRole('button', { name: new RegExp(`^Libre ${clockOf(opensAt)}`) }).click()
    await dialog.getByLabel('Servicio y profesional').selectOption(service.id)
    await expect(dialog.getByLabel('Hora')).toHaveValue(clockOf(opensAt))
    await expectAccessible(page)
    await dialog.getByRole('button', { name: /^Agendar/ }).click()
    await expect(dialog.getByText('Elige quién viene')).toBeVisible()
    await expect(dialog.getByRole('combobox', { name: 'Quién viene' })).toBeFocused()
    await enterGuest(dialog, { name, phone })
    await expectAccessible(page)
    await dialog.getByRole('button', { name: /^Agendar/ }).click()
    await expect(page.getByText('Cita agendada')).toBeVisible()
    await expect(card(page, name)).toBeFocused()
    await expect(page.getByRole('button', { name: new RegExp(`^Libre ${clockOf(opensAt)}`) })).toBeHidden()
  })

  await test.step('found again by telephone number, a second appointment conflicts with the first', async () => {
    await page.getByRole('button', { name: 'Nueva cita' }).click()
    await dialog.getByRole('combobox', { name: 'Quién viene' }).fill(phone.slice(-6))
    await dialog.getByRole('option', { name: new RegExp(name) }).click()
    await dialog.getByLabel('Servicio y profesional').selectOption(service.id)
    await dialog.getByLabel('Hora').fill(clockOf(opensAt))
    await dialog.getByRole('button', { name: /^Agendar/ }).click()
    await expect(dialog.getByRole('alert').first()).toContainText(`Choca con la cita de ${name}`)
    await expectAccessible(page)
    // Day and time stay as typed, and the error disappears when one of them changes.
    await expect(dialog.getByLabel('Día')).toHaveValue(shownDate(date))
    await expect(dialog.getByLabel('Hora')).toHaveValue(clockOf(opensAt))
    await dialog.getByLabel('Hora').fill(clockOf(opensAt + 60))
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await expect(dialog.locator('[aria-invalid=true]')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Volver' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('the appointment moves to the next free time, and back', async () => {
    await card(page, name).click()
    await expect(dialog.getByRole('link', { name: shownPhone(phone) })).toHaveAttribute('href', /^tel:\+59899/)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Mover…' }).click()
    await expectAccessible(page)
    const times = dialog.getByRole('button', { name: /^\d\d:\d\d$/ })
    // The appointment's own time is there before the free ones have loaded.
    await expect(times.nth(1)).toBeVisible()
    const later = times.last()
    const time = (await later.textContent()) ?? ''
    await later.click()
    await dialog.getByRole('button', { name: 'Mover la cita' }).click()
    await expect(page.getByText('Cita movida')).toBeVisible()
    await expect(card(page, name)).toContainText(time)
    await page.getByRole('button', { name: 'Deshacer' }).first().click()
    await expect(page.getByText('La cita volvió a su hora')).toBeVisible()
    await expect(card(page, name)).toContainText(clockOf(opensAt))
  })

  await test.step('cancelling requires a reason, and the cancelled appointment is hidden by default', async () => {
    await card(page, name).click()
    await dialog.getByRole('button', { name: 'Más acciones' }).click()
    await dialog.getByRole('menuitem', { name: 'Cancelar la cita…' }).click()
    await dialog.getByRole('radio', { name: /^Nosotros/ }).check()
    await expect(dialog.getByText('No hay ningún cobro anotado: no hay nada que devolver.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Cancelar la cita' })).toBeDisabled()
    await expectAccessible(page)
    await dialog.getByLabel('Motivo').fill('La profesional está enferma')
    await dialog.getByRole('button', { name: 'Cancelar la cita' }).click()
    await expect(page.getByText('Cita cancelada')).toBeVisible()
    await expect(card(page, name)).toBeHidden()
    await page.getByRole('checkbox', { name: /^Mostrar las canceladas/ }).check()
    await expect(card(page, name)).toContainText('Cancelada')
    await expectAccessible(page)
  })
})

test.describe('on a wide screen', () => {
  test('with the keyboard alone, the receptionist books a caller in a few keystrokes', async ({ page, openAgenda }) => {
    await openAgenda()
    const { date, professional, service, opensAt } = await freeDay(page, { weeks: 6 })
    const name = newName('Nelly')
    await page.goto(`/center/dashboard?seccion=agenda&fecha=${date}&profesional=${professional.id}`)
    await expectAgenda(page)
    const dialog = page.getByRole('dialog')
    const grid = page.getByRole('grid')

    await test.step('the grid is one tab stop, and its arrow keys move between times', async () => {
      const first = grid.getByRole('button', { name: new RegExp(`^Libre ${clockOf(opensAt)}`) })
      await tabTo(page, first)
      await expectVisibleFocus(first)
      await page.keyboard.press('ArrowDown')
      await expect(grid.getByRole('button', { name: new RegExp(`^Libre ${clockOf(opensAt + 30)}`) })).toBeFocused()
      await page.keyboard.press('ArrowUp')
      await expect(first).toBeFocused()
      await page.keyboard.press('Tab')
      await expect(grid.locator(':focus')).toHaveCount(0)
      await page.keyboard.press('Shift+Tab')
      await expect(first).toBeFocused()
    })

    await test.step('Enter on a time, the person, the service, Enter', async () => {
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('combobox', { name: 'Quién viene' })).toBeFocused()
      await page.keyboard.type(name)
      await expect(dialog.getByRole('option', { name: /^Nuevo paciente/ })).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(dialog.getByLabel('Teléfono')).toBeFocused()
      await page.keyboard.type(newPhone())
      await page.keyboard.press('Enter')
      // Only the caller knows which of several services it is.
      await expect(dialog.getByLabel('Servicio y profesional')).toBeFocused()
      await dialog.getByLabel('Servicio y profesional').selectOption(service.id)
      await dialog.getByLabel('Hora').press('Enter')
      await expect(card(page, name)).toBeFocused()
    })

    await test.step('N books a known caller at a typed time', async () => {
      await page.keyboard.press('n')
      await expect(dialog.getByRole('combobox', { name: 'Quién viene' })).toBeFocused()
      await page.keyboard.type(name.slice(-6))
      await expect(dialog.getByRole('option', { name: new RegExp(name) })).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(dialog.getByLabel('Servicio y profesional')).toBeFocused()
      await dialog.getByLabel('Hora').fill(clockOf(opensAt + 120))
      await dialog.getByLabel('Hora').press('Enter')
      await expect(page.getByText('Cita agendada').last()).toBeVisible()
      await expect(card(page, name)).toHaveCount(2)
    })

    await test.step('keys change day and view and open the help, but not while the user types', async () => {
      const heading = page.getByRole('heading', { level: 3 }).first()
      await heading.click()
      await page.keyboard.press('ArrowRight')
      await expect(page).not.toHaveURL(new RegExp(`fecha=${date}`))
      await page.keyboard.press('ArrowLeft')
      await expect(page).toHaveURL(new RegExp(`fecha=${date}`))
      await page.keyboard.press('s')
      await expect(page).toHaveURL(/vista=semana/)
      await page.keyboard.press('d')
      await expect(page).not.toHaveURL(/vista=semana/)
      await page.getByRole('checkbox', { name: /^Mostrar las canceladas/ }).focus()
      await page.keyboard.press('n')
      await expect(page.getByRole('dialog', { name: 'Nueva cita' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await page.keyboard.press('/')
      await expect(dialog.getByRole('combobox')).toBeFocused()
      await page.keyboard.type(name.slice(-6))
      await expect(dialog.getByRole('option', { name: new RegExp(name) })).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('button', { name: 'Nueva cita' })).toBeFocused()
      await expect(dialog.getByRole('heading', { name: 'Próximas' })).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await page.keyboard.press('?')
      await expect(dialog).toContainText('Atajos de teclado')
      await expectAccessible(page)
      await pressOn(page, dialog.getByRole('switch', { name: 'Usar los atajos' }))
      await page.keyboard.press('Space')
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await page.keyboard.press('n')
      await expect(dialog).toBeHidden()
    })
  })

  test('typed digit by digit, a date opens its day', async ({ page, openAgenda }) => {
    await openAgenda('&fecha=2026-12-09')
    await typeDate(page.getByLabel('Ir a la fecha'), '2027-11-11')
    await expect(page).toHaveURL(/fecha=2027-11-11/)
    await expect(page.getByLabel('Ir a la fecha')).toHaveValue('11/11/2027')
    await page.getByRole('button', { name: 'Día siguiente' }).click()
    await expect(page.getByLabel('Ir a la fecha')).toHaveValue('12/11/2027')
  })
})
