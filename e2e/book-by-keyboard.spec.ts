import { expect } from '@playwright/test'

import { bookingSteps, clock, momentIn } from './booking-page.ts'
import { test } from './fixtures.ts'
import { expectVisibleFocus, pressOn, tabTo } from './keyboard.ts'
import { newPerson } from './person.ts'

// A phone has no keyboard for moving the focus.
test('a visitor completes the whole booking with the keyboard alone', async ({ page }) => {
  const person = newPerson()
  const { when, countdown } = bookingSteps(page)
  const { keyboard } = page

  await test.step('searches', async () => {
    await page.goto('/')
    await tabTo(page, page.getByLabel('Qué necesitas'))
    await keyboard.type('nutrición')
    await keyboard.press('Tab')
    await expect(page.getByLabel('Dónde')).toBeFocused()
    await keyboard.type('Pocitos')
    await keyboard.press('Tab')
    await keyboard.type('Cualquier')
    await pressOn(page, page.getByRole('button', { name: 'Buscar', exact: true }))
    await expect(page).toHaveURL(/\/centers\?q=nutrici%C3%B3n&near=pocitos&when=any/)
  })

  await test.step('opens a centre and its service', async () => {
    const center = page.getByRole('article').first().getByRole('heading').getByRole('link')
    await tabTo(page, center)
    await expectVisibleFocus(center)
    await keyboard.press('Enter')
    const services = page.getByRole('region', { name: 'Servicios y precios' })
    await pressOn(page, services.getByRole('link', { name: /^Reservar .*nutri/i }).first())
  })

  await test.step('chooses a day with the arrows, then a time', async () => {
    await expect(when.getByRole('button', { name: clock }).first()).toBeVisible()
    await pressOn(page, when.getByRole('button', { name: 'Semana siguiente' }))
    const chosenDay = when.getByRole('radio', { checked: true })
    await tabTo(page, chosenDay)
    const firstDay = await chosenDay.getAttribute('value')
    await keyboard.press('ArrowRight')
    await expect(chosenDay).not.toHaveAttribute('value', firstDay ?? '')
    await expect(chosenDay).toBeFocused()
    const time = when.getByRole('button', { name: clock }).first()
    await tabTo(page, time)
    await expectVisibleFocus(time)
    await keyboard.press('Space')
    await expect(countdown).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Confirmar' })).toBeFocused()
  })
  const held = await momentIn(when)

  await test.step('registers inside the confirm step', async () => {
    await tabTo(page, page.getByLabel('Nombre y apellido'))
    await keyboard.type(`${person.firstName} ${person.lastName}`)
    await keyboard.press('Tab')
    await keyboard.type(person.phone)
    await keyboard.press('Tab')
    await keyboard.type(person.email)
    await keyboard.press('Tab')
    await keyboard.type(person.password)
    const terms = page.getByRole('checkbox', { name: /acepto los términos/ })
    await tabTo(page, terms)
    await keyboard.press('Space')
    await expect(terms).toBeChecked()
  })

  await test.step('confirms with the same button', async () => {
    await pressOn(page, page.getByRole('button', { name: 'Crear cuenta y confirmar' }))
    await expect(page.getByRole('heading', { name: /^(¡Reserva confirmada!|Tu hora está reservada)$/ })).toBeFocused()
    await pressOn(page, page.getByRole('link', { name: 'Ver mis citas' }))
  })

  const next = page.getByRole('region', { name: /Tu próxima cita/ })

  await test.step('moves it', async () => {
    await expect(next).toContainText(held)
    await pressOn(page, next.getByRole('button', { name: /^Mover/ }))
    const dialog = page.getByRole('dialog', { name: 'Mover la cita' })
    const other = dialog.getByRole('button', { name: clock, pressed: false }).last()
    await expect(other).toBeVisible()
    await pressOn(page, other)
    const moved = await momentIn(dialog.getByText(/^Elegiste el/))
    await pressOn(page, dialog.getByRole('button', { name: /^Mover al/ }))
    await expect(next).toContainText(moved)
  })

  await test.step('cancels it', async () => {
    await expect(page.getByRole('dialog')).toBeHidden()
    await pressOn(page, next.getByRole('button', { name: /^Más: / }))
    await expect(page.getByRole('menuitem', { name: 'Ver detalles' })).toBeFocused()
    await keyboard.press('ArrowUp')
    await expect(page.getByRole('menuitem', { name: 'Cancelar la cita' })).toBeFocused()
    await keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: /^¿Cancelar la cita del/ })
    await expect(dialog).toBeVisible()
    await pressOn(page, dialog.getByRole('button', { name: 'Cancelar la cita' }))
    await expect(page.getByText('No tienes citas próximas')).toBeVisible()
  })
})
