import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { setRate } from '#server/features/commissions/usecases/set-rate.ts'
import { settleCommissions } from '#server/features/commissions/usecases/settle-commissions.ts'
import { buildAccount } from '#server/testing/builders.ts'
import { buildVisits } from '#server/testing/visits.ts'

import { expectAccessible, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()

test('the owner sees the rate with its history, each settlement, and what is still to be paid', async () => {
  const { centerId, visit, charge } = await buildVisits(platform)
  const { userId: actorId } = await buildAccount(platform)
  await charge((await visit('2026-11-02T10:00:00')).appointmentId)
  const targets = [{ id: centerId, count: 1, commissionCents: 10_000 }]
  await settleCommissions(platform, { actorId, period: 'week', reference: 'TRF-7', targets })
  await charge((await visit('2026-11-03T10:00:00')).appointmentId)
  const change = { ratePercent: 8.5, appliesFrom: '2026-12-01', reason: 'Acuerdo', lastActionId: null }
  await setRate(platform, { actor: { userId: actorId, roles: ['moderator'] }, centerId, ...change })

  await open('/center/dashboard?seccion=dinero', { as: centerId })
  const section = await screen.findByRole('region', { name: 'Liquidaciones' })
  const settlement = (await within(section).findByText('TRF-7')).closest('li')
  expect(settlement?.textContent).toMatch(/1 comisión del .*\$\s?100/)
  expect(section.textContent).toMatch(/Por pagar: 1 comisión, \$\s?100/)
  const rates = await screen.findByRole('list', { name: 'Historial de la comisión' })
  expect(
    within(rates)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' ')),
  ).toEqual([expect.stringMatching(/^8,5 %desde el .*Próxima$/), '10 %desde el registroVigente'])
  await expectAccessible()
})
