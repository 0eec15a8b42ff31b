import { expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import type { Consultation } from '../repository/revenue.ts'
import { consultationLines } from './csv.ts'
import { noIncome } from './income.ts'

const consultation: Consultation = {
  ...noIncome,
  consultations: 1,
  valueCents: 100_000,
  dueCents: 100_000,
  id: newId(),
  startsAt: new Date('2026-11-02T13:00:00Z'),
  professionalName: 'Ana Suárez',
  serviceName: 'Masaje',
  personName: '',
  status: 'completed',
  priceCents: 100_000,
  methods: [],
}

test.each([
  ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
  ['+59899123456', "'+59899123456"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1+1', "'\t=1+1"],
  ['\r=1+1', `"'\r=1+1"`],
  ['＝1+1', "'＝1+1"],
  ['Pérez; Ana', '"Pérez; Ana"'],
  ['Ana "Anita" Paz', '"Ana ""Anita"" Paz"'],
  ['=HYPERLINK("http://x";"y")', `"'=HYPERLINK(""http://x"";""y"")"`],
  ['Ana\nPaz', '"Ana\nPaz"'],
  ['Ñandú 😀 ’Uruguay’', 'Ñandú 😀 ’Uruguay’'],
])('a name that looks like a formula or several cells is exported as text: %j', (personName, cell) => {
  const lines = consultationLines({ consultations: [{ ...consultation, personName }], zone: 'America/Montevideo' })
  expect(lines).toBe(
    `02/11/2026;10:00;Ana Suárez;Masaje;${cell};Completada;1000,00;${'0,00;'.repeat(6)}1000,00;0,00;0,00;1000,00;1000,00;0,00;;0,00;0,00\r\n`,
  )
})
