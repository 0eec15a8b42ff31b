import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Income } from '#contract/income.ts'
import type { Revenue } from '#contract/payments.ts'
import { RevenueReport } from './revenue-report.tsx'

const line: Income = {
  consultations: 2,
  valueCents: 300_000,
  centerDiscountCents: 20_000,
  sendaDiscountCents: 0,
  creditCents: 0,
  refundedCents: 0,
  retainedCents: 0,
  packageCents: 0,
  soldCents: 0,
  commissionCents: 28_000,
  dueCents: 80_000,
  deskCents: 50_000,
  toReturnCents: 0,
  onlineCents: 150_000,
  passedOnCents: 0,
  withheldCents: 0,
  incomeCents: 280_000,
  netCents: 252_000,
  collectedCents: 200_000,
  inTransitCents: 150_000,
  receivedCents: 50_000,
}
const revenue: Revenue = {
  total: line,
  byMonth: [{ month: '2026-11-01', ...line }],
  packages: { ...line, soldCents: 0 },
  byService: [],
  byProfessional: [],
  byMethod: [
    { method: 'efectivo', payments: 1, collectedCents: 50_000 },
    { method: 'online', payments: 1, collectedCents: 150_000 },
  ],
  inAdvance: {
    appointments: 2,
    deskCents: 100_000,
    onlineCents: 200_000,
    inTransitCents: 200_000,
    direct: { count: 2, cents: 10_000 },
  },
}

test('payments online count as collected, and no label says that they were made at the centre', () => {
  const page = renderToStaticMarkup(<RevenueReport revenue={revenue} busy={false} />)
  expect(page).toContain('Cobrado, por medio')
  expect(page).toContain('En línea')
  expect(page).not.toContain('Cobrado en el centro')
  expect(page).toContain('lo tiene')
  expect(page).toContain('por 2 citas que todavía no se completaron')
})
