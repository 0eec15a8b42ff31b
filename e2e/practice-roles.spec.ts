import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'

import { agendaIsThere, askAgenda, bookGuest, card, clockOf, dayFromNow, freeDay, localDay } from './agenda-page.ts'
import { test } from './colleagues.ts'
import { expectAccessible, expectNoOverflow, said } from './fixtures.ts'
import { expectEscape, openPracticeSection } from './practice-page.ts'

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Secciones de tu centro' })

/** A section that a role may not see is missing in the bar, and its URL shows that and links on. */
async function expectDenied(page: Page): Promise<void> {
  for (const label of ['Equipo', 'Perfil', 'Dinero', 'Documentos']) {
    await expect(navigation(page).getByRole('link', { name: label })).toHaveCount(0)
    await page.goto(`/center/dashboard?seccion=${label.toLowerCase()}`)
    await expect(page.getByRole('heading', { level: 2, name: label })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Solo lo ve quien dirige el centro' })).toBeVisible()
  }
  await expectCalm(page)
  await page.getByRole('main').getByRole('link', { name: 'Ir al inicio del centro' }).click()
  await expect(page.getByText('Total de citas')).toBeVisible()
  await expect(page.getByText('Ingresos totales')).toBeHidden()
  await expect(page.getByRole('region', { name: 'Publicación' })).toBeHidden()
}

async function expectCalm(page: Page): Promise<void> {
  await expectNoOverflow(page)
  await expectAccessible(page)
}

/** The professionals of the visible appointments or reviews, each of which names one. */
async function expectOnlyWith(rows: Locator, name: string): Promise<void> {
  await expect(rows.first()).toBeVisible()
  await expect(rows.filter({ hasNotText: name })).toHaveCount(0)
}

test('a professional has their own agenda, patients, reviews and hours, and no colleague’s', async ({ join }) => {
  test.slow()
  const { page, name } = await join('Profesional')
  const main = page.getByRole('main')

  await test.step('the figures are the professional’s own, without revenue', async () => {
    await page.getByRole('navigation', { name: 'Secciones de tu centro' }).getByRole('link', { name: 'Inicio' }).click()
    await expect(page.getByText('Calificación promedio')).toBeVisible()
    await expectOnlyWith(page.getByRole('region', { name: 'Citas recientes' }).getByRole('listitem'), name)
    await expectCalm(page)
    await expectDenied(page)
  })

  await test.step('agenda', async () => {
    await openPracticeSection(page, 'Agenda')
    await agendaIsThere(page)
    await expect(page.getByRole('combobox', { name: 'Profesional', exact: true })).toHaveCount(0)
    await expectCalm(page)
    await page.getByRole('button', { name: 'Semana', exact: true }).click()
    await expect(page.getByRole('heading', { level: 3 }).first()).toHaveText(/^\d+( de \p{L}+)? al \d+ de \p{L}+$/u)
    await agendaIsThere(page)
    await expectCalm(page)
    const agenda = await askAgenda(page, { from: dayFromNow(0), days: 7 })
    expect(agenda.professionals.map((professional) => professional.name)).toEqual([name])
    await page.getByRole('button', { name: 'Nueva cita' }).click()
    const offered = page.getByRole('dialog').getByLabel('Servicio y profesional').locator('option:not([value=""])')
    await expectOfferedBy(offered, name)
    await page.keyboard.press('Escape')
  })

  await test.step('hours', async () => {
    await openPracticeSection(page, 'Disponibilidad')
    const week = page.getByRole('region', { name: 'Horario semanal' })
    await expect(week).toContainText(name)
    await expect(page.getByLabel('Profesional', { exact: true })).toHaveCount(0)
    await expectCalm(page)
    await page.getByRole('button', { name: 'Agregar ausencia' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Motivo')).toBeVisible()
    await expect(dialog.getByRole('checkbox', { name: /todo el equipo|Todos/ })).toHaveCount(0)
    await expectAccessible(page)
    // No other journey books that far ahead.
    const away = dayFromNow(350)
    for (const day of await dialog.locator('input[type=date]').all()) await day.fill(away)
    await dialog.getByLabel('Motivo').fill('Congreso')
    await dialog.getByRole('button', { name: 'Agregar ausencia' }).click()
    await expect(said(page, 'Ausencia agregada')).toBeVisible()
    const absences = page.getByRole('region', { name: 'Ausencias' })
    const row = absences.getByRole('listitem').filter({ hasText: 'Congreso' })
    await row.getByRole('button', { name: /^Quitar la ausencia/ }).click()
    await dialog.getByRole('button', { name: 'Quitar ausencia' }).click()
    await expect(row).toHaveCount(0)
  })

  await test.step('patients', async () => {
    await openPracticeSection(page, 'Pacientes')
    await main
      .getByRole('button', { name: /consulta/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await expectOnlyWith(dialog.getByRole('listitem'), name)
    await expectCalm(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('reviews, and the professional’s own calendar', async () => {
    await openPracticeSection(page, 'Opiniones')
    await expectOnlyWith(main.getByRole('article'), `Consulta con ${name}`)
    await expectCalm(page)
    await openPracticeSection(page, 'Sincronizar')
    await expect(page.getByLabel('Agenda de').getByRole('option')).toHaveText([name])
    await expectCalm(page)
  })
})

async function expectOfferedBy(options: Locator, name: string): Promise<void> {
  await expect(options.first()).toBeAttached()
  const all = await options.evaluateAll((each) =>
    each.map((option) => `${option.textContent} ${option.parentElement?.getAttribute('label') ?? ''}`),
  )
  for (const option of all) expect(option).toContain(name)
}

/** An unpaid appointment of the last months, a different one for each project. */
async function unpaid(page: Page) {
  const found = []
  for (let weeks = 1; weeks <= 12 && found.length < 2; weeks += 1) {
    const { appointments } = await askAgenda(page, { from: dayFromNow(-7 * weeks), days: 7 })
    found.push(...appointments.filter(({ status, payment }) => status === 'completed' && payment === null))
  }
  const one = test.info().project.name === 'phone' ? found[1] : found[0]
  if (!one) throw new Error('everybody has paid')
  return one
}

test('a receptionist has every professional’s agenda, collects payments, and reads hours and reviews', async ({
  join,
}) => {
  test.slow()
  const { page } = await join('Recepción')
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  await page.getByRole('navigation', { name: 'Secciones de tu centro' }).getByRole('link', { name: 'Inicio' }).click()
  await expect(page.getByText('Calificación promedio')).toBeVisible()
  await expectCalm(page)
  await expectDenied(page)

  const name = `Imelda Roles${randomUUID().slice(0, 6)}`
  await test.step('the receptionist books a caller, and cancels the appointment', async () => {
    await openPracticeSection(page, 'Agenda')
    await agendaIsThere(page)
    const everybody = page.getByRole('combobox', { name: 'Profesional', exact: true }).getByRole('option')
    expect(await everybody.count()).toBeGreaterThan(2)
    await expectCalm(page)
    const { date, professional, service, opensAt } = await freeDay(page, { weeks: 7 })
    await page.goto(`/center/dashboard?seccion=agenda&fecha=${date}&profesional=${professional.id}`)
    await agendaIsThere(page)
    const phone = `098 ${randomUUID().replaceAll(/\D/g, '').padEnd(6, '7').slice(0, 6)}`
    await bookGuest(page, { name, phone, serviceId: service.id, date, time: clockOf(opensAt + 120) })
    await card(page, name).click()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancelar la cita…' }).click()
    await dialog.getByRole('radio', { name: /^El paciente/ }).check()
    await dialog.getByRole('button', { name: 'Cancelar la cita' }).click()
    await expect(card(page, name)).toBeHidden()
  })

  await test.step('the receptionist collects a payment, and undoes one that was recorded by mistake', async () => {
    const { id, startsAt, professionalId } = await unpaid(page)
    await page.goto(`/center/dashboard?seccion=agenda&fecha=${localDay(startsAt)}&profesional=${professionalId}`)
    await agendaIsThere(page)
    const theirs = page.locator(`[data-cell="${id}"]`)
    await theirs.click()
    await dialog.getByRole('button', { name: 'Cobrar…' }).click()
    await dialog.getByRole('button', { name: 'Anotar el cobro' }).click()
    await expect(page.getByText('Cobro anotado')).toBeVisible()
    await expect(theirs).toContainText(/cobrado/i)
    await theirs.click()
    await dialog.getByRole('button', { name: 'Borrar el cobro' }).click()
    await expect(page.getByText('Se borró el cobro').first()).toBeVisible()
    await expect(theirs).not.toContainText(/cobrado/i)
  })

  await test.step('patients', async () => {
    await openPracticeSection(page, 'Pacientes')
    await expect(main.getByRole('button', { name: /consulta/ }).first()).toBeVisible()
    await expectCalm(page)
    const first = main.getByRole('button', { name: /consulta/ }).first()
    await first.click()
    await expect(dialog.getByRole('heading', { name: 'Citas en el centro' })).toBeVisible()
    await expectEscape(page, first)
  })

  await test.step('the receptionist deletes the data of a guest', async () => {
    const searchField = page.getByLabel('Buscar por nombre o teléfono')
    await searchField.fill(name)
    const row = main.getByRole('button', { name: new RegExp(name) })
    await row.click()
    await dialog.getByRole('button', { name: 'Eliminar datos' }).click()
    const question = page.getByRole('dialog', { name: `¿Eliminar los datos de ${name}?` })
    await question.getByRole('button', { name: 'Eliminar datos' }).click()
    await expect(said(page, 'Datos eliminados')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(row).toHaveCount(0)
    await expect(searchField).toBeFocused()
  })

  await test.step('the receptionist reads hours and reviews', async () => {
    await openPracticeSection(page, 'Disponibilidad')
    await expect(page.getByText('Lo cambia quien dirige el centro.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Guardar horario' })).toHaveCount(0)
    await expectCalm(page)
    await openPracticeSection(page, 'Opiniones')
    await expect(main.getByRole('article').first()).toBeVisible()
    await expect(main.getByRole('button', { name: /Responder|Reportar/ })).toHaveCount(0)
    await expectCalm(page)
    await openPracticeSection(page, 'Sincronizar')
    await expect(page.getByRole('button', { name: 'Hacer una dirección' })).toBeVisible()
    await expectCalm(page)
  })
})
