import { expect, test } from 'vitest'
import { commissionLines, commissionsFileName } from './csv.ts'

const row = {
  centerName: 'Centro Sol',
  paymentCents: 123_456,
  commissionCents: 5,
  status: 'paid',
  createdAt: new Date('2026-11-21T02:59:59Z'),
} as const

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
  ['Sol; Luna', '"Sol; Luna"'],
  ['Sol "y" Luna', '"Sol ""y"" Luna"'],
])('a centre’s name that looks like a formula or several cells is exported as text: %j', (centerName, cell) => {
  const linesOf = commissionLines('America/Montevideo')
  expect(linesOf([{ ...row, centerName }])).toBe(`${cell};1234,56;0,05;Pagada;20/11/2026\r\n`)
})

test('the file’s name has the kind of period and its days', () => {
  const days = { from: '2025-11-20', to: '2026-11-20' }
  const names = (['week', 'month', 'quarter', 'year'] as const).map((period) =>
    commissionsFileName({ period, ...days }),
  )
  expect(names.map((name) => name.slice(0, name.indexOf('-2025')))).toEqual([
    'comisiones-semanales',
    'comisiones-mensuales',
    'comisiones-trimestrales',
    'comisiones-anuales',
  ])
  expect(names[0]).toBe('comisiones-semanales-2025-11-20-a-2026-11-20.csv')
})
