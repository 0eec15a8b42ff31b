import { expect, test } from 'vitest'

import { statusStyle } from './status-badge.tsx'

const endsAt = '2026-11-22T15:00:00.000Z'
const before = new Date('2026-11-22T14:59:59.000Z')
const after = new Date(endsAt)

test('a confirmed appointment reads Próxima until its end, and Ya pasó until the centre closes it', () => {
  expect(statusStyle({ status: 'confirmed', endsAt }, before).label).toBe('Próxima')
  expect(statusStyle({ status: 'confirmed', endsAt }, after)).toMatchObject({
    label: 'Ya pasó',
    note: 'El centro todavía no anotó si asististe',
  })
})

test('what is coming is blue, what is done is green, and what did not happen is red', () => {
  const tones = (['confirmed', 'pending', 'completed', 'cancelled', 'no_show'] as const).map(
    (status) => statusStyle({ status, endsAt }, before).tone,
  )
  expect(tones).toEqual(['blue', 'blue', 'green', 'red', 'red'])
})

test('a closed or cancelled appointment keeps its own word after its end', () => {
  expect(statusStyle({ status: 'completed', endsAt }, after).label).toBe('Completada')
  expect(statusStyle({ status: 'cancelled', endsAt }, after).label).toBe('Cancelada')
  expect(statusStyle({ status: 'no_show', endsAt }, after).note).toBe('No asististe')
})
