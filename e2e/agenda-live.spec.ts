import { expect } from '@playwright/test'

import { expectAgenda, test } from './agenda-page.ts'
import { bookingSteps, clock } from './booking-page.ts'
import { expectAccessible } from './fixtures.ts'

const zone = 'America/Montevideo'
const lost = 'Sin conexión en vivo: se actualiza cada minuto'

// In `npm test`: web/screens/live-pages.test.tsx shows each change of the agenda; live-tabs.spec.ts has its stream in a browser.
test('a time that a visitor holds in another browser appears within a second', { tag: '@storm' }, async ({
  page,
  openAgenda,
  visitor,
}) => {
  await openAgenda('&vista=semana&profesional=todos')
  const profile = await page.evaluate(async () => {
    const stored = JSON.parse(localStorage.getItem('senda.session') ?? '{}') as { access_token?: string }
    const headers = { authorization: `Bearer ${stored.access_token}` }
    const mine = (await (await fetch('/api/v1/me/centers', { headers })).json()) as { items: { centerId: string }[] }
    return (await (await fetch(`/api/v1/centers/${mine.items[0]?.centerId}`)).json()) as {
      id: string
      professionals: { services: { id: string }[] }[]
    }
  })
  const serviceId = profile.professionals.flatMap(({ services }) => services).at(-1)?.id
  const other = await visitor()
  await other.goto(`/book/${profile.id}?offer=${serviceId}`)
  const { when, countdown } = bookingSteps(other)
  const time = when.getByRole('button', { name: clock }).last()
  await expect(time).toBeVisible()

  // The desk shows the week in which the visitor is about to choose a time.
  const day = await when.getByRole('radio', { checked: true }).inputValue()
  const listening = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/v1/live')
  await page.goto(`/center/dashboard?seccion=agenda&vista=semana&profesional=todos&fecha=${day}`)
  await expectAgenda(page)
  expect((await listening).status()).toBe(200)
  const held = page.locator('[data-cell]').filter({ hasText: 'Alguien está reservando' })
  const before = await held.count()

  const label = (await time.textContent()) ?? ''
  const holdResponse = other.waitForResponse(
    (response) => response.url().endsWith('/appointments/hold') && response.request().method() === 'POST',
  )
  await time.click()
  const hold = (await (await holdResponse).json()) as { startsAt: string }
  await expect(held).toHaveCount(before + 1, { timeout: 1000 })
  expect(
    new Date(hold.startsAt).toLocaleTimeString('es-UY', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
  ).toBe(label)
  await expect(countdown).toBeVisible()
  await expectAccessible(page)
})

test('without the live connection the agenda says so, and it catches up after reconnecting', async ({
  page,
  openAgenda,
  context,
}) => {
  await openAgenda()
  await expect(page.getByText(lost)).toBeHidden()
  await context.setOffline(true)
  await expect(page.getByText(lost)).toBeVisible()
  await expectAccessible(page)
  const refetched = page.waitForResponse((response) => /\/agenda\?/.test(response.url()) && response.ok())
  await context.setOffline(false)
  await expect(page.getByText(lost)).toBeHidden()
  await refetched
})
