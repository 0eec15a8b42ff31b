import { expect, test } from 'vitest'

import type { AgendaCell } from '#contract/agenda.ts'

import { styleOf } from '../appointment-style.ts'
import { namesOf, splitAbsent } from './absent-columns.ts'
import type { DayColumn } from './day-columns.ts'

const nine = 540
const noon = 720

function column({ name, ...rest }: { name: string } & Partial<DayColumn>): DayColumn {
  const professional = { id: name, name, photoUrl: null, hours: [], services: [], places: [] }
  return { id: name, date: '2026-11-20', professional, mark: 0, working: [], off: [], cards: [], free: [], ...rest }
}

const off = (start: number, end: number) => ({ id: `${start}`, reason: '', start, end })
const working = [{ start: nine, end: noon }]
const appointment = { id: 'one', status: 'confirmed' } as AgendaCell
const card = { start: nine, end: noon, appointment, statusStyle: styleOf(appointment), lane: 0, lanes: 1 }

const absentNames = (columns: DayColumn[]) => namesOf(splitAbsent(columns).absent)

test('a professional without hours that day is absent, and one with hours is not', () => {
  expect(absentNames([column({ name: 'Ana', working }), column({ name: 'Bruno' })])).toEqual(['Bruno'])
})

test('a professional whose hours are all inside absences is absent, and one with a quarter of an hour between absences is not', () => {
  expect(absentNames([column({ name: 'Ana', working, off: [off(500, 600), off(600, noon)] })])).toEqual(['Ana'])
  expect(absentNames([column({ name: 'Ana', working, off: [off(500, 600), off(615, noon)] })])).toEqual([])
  expect(absentNames([column({ name: 'Ana', working, off: [off(nine, noon - 5)] })])).toEqual([])
})

test('a professional with an appointment outside their hours is in view', () => {
  expect(absentNames([column({ name: 'Ana', cards: [card] })])).toEqual([])
})

test('a professional who works on one day of the week keeps all days of it', () => {
  const monday = column({ name: 'Ana', working })
  const tuesday = column({ name: 'Ana', date: '2026-11-21' })
  expect(splitAbsent([monday, tuesday]).present).toEqual([monday, tuesday])
})
