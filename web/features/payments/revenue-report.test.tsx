import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Revenue } from '#contract/payments.ts'
import { RevenueReport } from './revenue-report.tsx'

const line = { consultations: 2, valueCents: 300_000, collectedCents: 200_000 }
const revenue: Revenue = {
  total: line,
  byMonth: [{ month: '2026-11-01', ...line }],
  byService: [],
  byProfessional: [],
  byMethod: [
    { method: 'efectivo', payments: 1, collectedCents: 50_000 },
    { method: 'online', payments: 1, collectedCents: 150_000 },
  ],
  inAdvance: { appointments: 2, collectedCents: 300_000 },
}

test('payments online count as collected, and no label says that they were made at the centre', () => {
  const page = renderToStaticMarkup(<RevenueReport revenue={revenue} busy={false} />)
  expect(page).toContain('Cobrado, por medio')
  expect(page).toContain('En línea')
  expect(page).not.toContain('en el centro')
  expect(page).toContain('por 2 citas que todavía no se completaron')
})
