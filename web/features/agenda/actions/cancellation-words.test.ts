import { describe, expect, it } from 'vitest'

import { cancellationWords } from './cancellation-words.ts'

const person = { kind: 'patient', id: '', name: 'Lucía', phone: null, dependant: null } as const
const early = { terms: 'early', freeUntil: '2026-11-20T12:00:00.000Z', refundPercent: 100, refundCents: 150_000 }
const words = (
  by: 'patient' | 'center',
  {
    paidCents = 150_000,
    percent = 100,
    points = 0,
    isByPackage = false,
  }: { paidCents?: number | null; percent?: number; points?: number; isByPackage?: boolean } = {},
) => {
  const refund = ((paidCents ?? 0) * percent) / 100
  const byPatient = { ...early, refundPercent: percent, refundCents: refund }
  const appointment = { person, isByPackage }
  const choices = { paidCents, byPatient, byCenter: { terms: 'any', refundCents: paidCents ?? 0, points } }
  return cancellationWords({ by, appointment, choices }).join(' ').replaceAll('\u00a0', ' ')
}

describe('the consequences shown before a cancellation at the desk', () => {
  it('say what becomes of the session of a package', () => {
    const covered = { paidCents: null, isByPackage: true }
    expect(words('center', covered)).toContain('La sesión vuelve a su bono.')
    expect(words('patient', covered)).toContain('Cancela a tiempo: la sesión vuelve a su bono.')
    expect(words('patient', { ...covered, percent: 50 })).toContain('se usa la sesión de su bono.')
  })

  it('promise points only to a patient who gets them', () => {
    expect(words('center', { points: 100 })).toContain('Recibe 100 puntos')
    expect(words('center')).not.toContain('puntos')
    expect(words('patient', { points: 100 })).toContain('No recibe puntos')
  })

  it('name the refund, for a cancellation by the patient and by the centre', () => {
    expect(words('center', { percent: 50 })).toContain('Se le devuelve todo lo que pagó: $ 1.500')
    expect(words('patient', { percent: 50 })).toContain('el 50 % de los $ 1.500 que pagó, $ 750')
    expect(words('patient', { percent: 0 })).toContain('no se devuelve nada')
    expect(words('patient', { percent: 100 })).toContain('se le devuelve todo lo que pagó')
  })

  it('promise no money where none was paid', () => {
    for (const by of ['patient', 'center'] as const) {
      expect(words(by, { paidCents: null })).toContain('no hay nada que devolver')
      expect(words(by, { paidCents: null })).not.toContain('$')
    }
  })
})
