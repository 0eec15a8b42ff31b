import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import type { Agenda } from '#contract/agenda.ts'
import { test as base } from './fixtures.ts'
import { typeDate } from './keyboard.ts'

const zone = 'America/Montevideo'
const minuteMs = 60_000

type AgendaFixtures = {
  /** Opens the agenda of the demo centre. `query`: further parameters of the URL, such as `&fecha=2026-11-20`. */
  openAgenda: (query?: string) => Promise<void>
}

export const test = base.extend<AgendaFixtures>({
  openAgenda: async ({ page, openDesk }, provide) => {
    await provide(async (query) => {
      await openDesk('agenda', query)
      await expectAgenda(page)
    })
  },
})

export async function expectAgenda(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 2, name: 'Agenda' })).toBeVisible()
  await expect(page.locator('h3 + p').first()).toHaveText(/citas?/)
  await expect(page.getByText('Cargando la agenda')).toBeHidden()
}

/** The local day this many days from now. */
export function dayFromNow(days: number): string {
  return new Date(Date.now() + days * 24 * 60 * minuteMs).toLocaleDateString('sv-SE', { timeZone: zone })
}

/** The API's response for the user who is signed in on the page. */
export async function fetchAgenda(page: Page, { from, days = 1 }: { from: string; days?: number }): Promise<Agenda> {
  return await page.evaluate(
    async ({ query }) => {
      const stored = JSON.parse(localStorage.getItem('senda.session') ?? '{}') as { access_token?: string }
      const headers = { authorization: `Bearer ${stored.access_token}` }
      const mine = (await (await fetch('/api/v1/me/centers', { headers })).json()) as { items: { centerId: string }[] }
      return (await (
        await fetch(`/api/v1/centers/${mine.items[0]?.centerId}/agenda?${query}`, { headers })
      ).json()) as Agenda
    },
    { query: `from=${from}&days=${days}` },
  )
}

/**
 * A day some weeks ahead on which a professional works without appointments, as they do a week later. No other journey books
 * that far. */
export async function freeDay(page: Page, { weeks }: { weeks: number }) {
  const first = weeks * 7
  const [agenda, after] = [
    await fetchAgenda(page, { from: dayFromNow(first), days: 7 }),
    await fetchAgenda(page, { from: dayFromNow(first + 7), days: 7 }),
  ]
  for (const professional of agenda.professionals) {
    const { id, hours, services } = professional
    for (let days = first; days < first + 7; days += 1) {
      const date = dayFromNow(days)
      const weekday = new Date(`${date}T12:00:00Z`).getUTCDay() || 7
      const opens = hours.find((each) => each.weekday === weekday)
      const isThere = isFree({ agenda, id, date }) && isFree({ agenda: after, id, date: dayFromNow(days + 7) })
      if (opens && services[0] && isThere)
        return { date, professional, service: services[0], opensAt: opens.startMinute }
    }
  }
  throw new Error('no professional of the centre has a free day in that week')
}

function isFree({ agenda, id, date }: { agenda: Agenda; id: string; date: string }): boolean {
  const isOff = agenda.timeOff.some(
    ({ professionalId, startsAt, endsAt }) =>
      professionalId === id && localDay(startsAt) <= date && date <= localDay(endsAt),
  )
  const isTaken = agenda.appointments.some(
    ({ professionalId, startsAt }) => professionalId === id && localDay(startsAt) === date,
  )
  return !isOff && !isTaken && !agenda.holidays.some((holiday) => holiday.date === date)
}

export function localDay(instant: string): string {
  return new Date(instant).toLocaleDateString('sv-SE', { timeZone: zone })
}

export function clockOf(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

/** An appointment in the agenda, by its attendee. */
export function card(page: Page, name: string): Locator {
  return page.locator('[data-cell]').filter({ hasText: name })
}

/** Fills in the open dialog for a new guest, up to the person. */
export async function enterGuest(dialog: Locator, { name, phone }: { name: string; phone: string }): Promise<void> {
  await dialog.getByRole('combobox', { name: 'Quién viene' }).fill(name)
  await dialog.getByRole('option', { name: `Nuevo paciente: ${name}` }).click()
  await expect(dialog.getByLabel('Nombre y apellido')).toHaveValue(name)
  await dialog.getByLabel('Teléfono').fill(phone)
}

/** Books a guest through the screen, and scrolls their card into view. */
export async function bookGuest(
  page: Page,
  input: { name: string; phone: string; serviceId: string; date: string; time: string },
): Promise<void> {
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Nueva cita' }).click()
  await enterGuest(dialog, input)
  await dialog.getByLabel('Servicio y profesional').selectOption(input.serviceId)
  await typeDate(dialog.getByLabel('Día'), input.date)
  await dialog.getByLabel('Hora').fill(input.time)
  await dialog.getByRole('button', { name: /^Agendar/ }).click()
  await expect(page.getByText('Cita agendada')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(card(page, input.name)).toBeVisible()
}

/** A unique name, even when a test is retried. It ends with a letter, because the search treats digits as a telephone number. */
export const newName = (first: string) => `${first} Agenda${randomUUID().slice(0, 5)}x`
/** A mobile number as a screen shows it. */
export const shownPhone = (phone: string) => `+598 ${phone.slice(1, 3)} ${phone.slice(4, 7)} ${phone.slice(7)}`
export const newPhone = () => `099 ${randomUUID().replaceAll(/\D/g, '').padEnd(6, '7').slice(0, 6)}`
