import { describe, expect, it } from 'vitest'
import type { Member } from '#server/features/centers/centers.policy.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { type AgendaState, agendaAbilities, isProfessionalOf, patientAbilities } from './appointments.policy.ts'
import type { ShownPayment } from './repository/agenda.ts'

const now = new Date('2026-11-20T12:00:00Z')
const inHours = (hours: number) => new Date(now.getTime() + hours * hourMs)
const allowedVerbs = (can: Record<string, boolean>) => Object.keys(can).filter((verb) => can[verb])

const reception = { userId: 'r', centerId: 'c', role: 'reception', professionalId: null } as const
const owner = { ...reception, role: 'owner' } as const
const unpaid = { priceCents: 1000, discountCents: 0, discountTakenBy: null, paidCents: 0, payments: null }
/** Paid in full at the desk. */
const paid = ({
  at,
  amountCents = 1000,
  refundCents = null,
  refundedAt = null,
  isUpheld = false,
}: Partial<ShownPayment> & { at: Date }) => ({
  paidCents: amountCents,
  payments: [
    {
      id: 1,
      checkoutId: null,
      receiptNumber: null,
      method: 'efectivo' as const,
      collectedAt: at.toISOString(),
      amountCents,
      refundCents,
      refundedAt,
      isUpheld,
      owedCents: refundedAt === null ? (refundCents ?? 0) : 0,
    },
  ],
})
const booked = {
  status: 'confirmed',
  arrivedAt: null,
  isRated: false,
  hasRecord: false,
  hasUndonePayment: false,
  isByPackage: false,
  hasRefundedPackage: false,
  isPaymentDisputed: false,
  attendanceUpheldAt: null,
  objection: null,
  professionalId: 'profesional',
  patientId: 'paciente',
  depositCents: null,
  ...unpaid,
} as const

describe('the desk may', () => {
  const abilities = ({
    from,
    byOwner,
    ...state
  }: Partial<AgendaState> & {
    /** Hours from now until the start of an appointment of one hour. */
    from: number
    byOwner?: boolean
  }) => {
    const span = { startsAt: inHours(from), endsAt: inHours(from + 1) }
    const appointment = { ...booked, ...span, ...state }
    return allowedVerbs(agendaAbilities({ appointment, member: byOwner ? owner : reception, now }))
  }

  it.each<[string, Parameters<typeof abilities>[0], string[]]>([
    ['do nothing with a held time', { from: 2, status: 'held' }, []],
    ['do nothing with a cancelled appointment', { from: 2, status: 'cancelled' }, []],
    ['confirm, move or cancel a request', { from: 48, status: 'pending' }, ['confirm', 'move', 'cancel']],
    ['move, cancel or collect an appointment of another day', { from: 48 }, ['move', 'cancel', 'collect']],
    ['also mark the arrival on the same day', { from: 3 }, ['arrive', 'move', 'cancel', 'collect']],
    [
      'also complete it or mark a no-show once it begins',
      { from: 0 },
      ['arrive', 'complete', 'noShow', 'move', 'cancel', 'collect'],
    ],
    [
      'neither move nor cancel it once the patient has arrived',
      { from: 0, arrivedAt: now },
      ['undoArrival', 'complete', 'collect'],
    ],
    ['close an appointment that is over', { from: -2 }, ['arrive', 'complete', 'noShow', 'collect']],
    ['correct a completed appointment', { from: -2, status: 'completed' }, ['noShow', 'reopen', 'collect']],
    ['correct one that was completed early', { from: -0.5, status: 'completed' }, ['noShow', 'reopen', 'collect']],
    [
      'not mark a no-show after a payment',
      { from: -2, status: 'completed', ...paid({ at: now }) },
      ['reopen', 'undoCollection', 'refund'],
    ],
    [
      'not mark a no-show after a discount of the whole price',
      { from: -2, status: 'completed', discountCents: 1000 },
      ['reopen'],
    ],
    [
      'mark a no-show after a discount of a part',
      { from: -2, status: 'completed', discountCents: 400 },
      ['noShow', 'reopen', 'collect'],
    ],
    [
      'reopen a no-show to which its patient objects',
      { from: -2, status: 'no_show', objection: 'no_show' },
      ['reopen'],
    ],
    ['not reopen a no-show before the expected start', { from: -2, status: 'no_show', objection: 'early_visit' }, []],
    [
      'only refund the remainder of a completed appointment whose payment was refunded in part',
      { from: -2, status: 'completed', ...paid({ at: now, refundCents: 400, refundedAt: now.toISOString() }) },
      ['refund'],
    ],
    [
      'do nothing with an appointment whose payment was refunded entirely',
      { from: -2, status: 'completed', ...paid({ at: now, refundCents: 1000, refundedAt: now.toISOString() }) },
      [],
    ],
    ['only collect after the patient reviewed it', { from: -2, status: 'completed', isRated: true }, ['collect']],
    ['only collect once there is a clinical record', { from: -2, status: 'completed', hasRecord: true }, ['collect']],
    ['reopen a no-show', { from: -2, status: 'no_show' }, ['reopen']],
    ['not reopen a no-show of over a week ago', { from: -7 * 24 - 1, status: 'no_show' }, []],
    [
      'only collect a completed appointment of over a week ago',
      { from: -7 * 24 - 1, status: 'completed' },
      ['collect'],
    ],
    [
      'complete an open appointment that was paid',
      { from: -2, ...paid({ at: now }) },
      ['arrive', 'complete', 'undoCollection'],
    ],
    [
      'collect the rest after a part was paid',
      { from: -2, ...paid({ at: now, amountCents: 400 }) },
      ['arrive', 'complete', 'collect', 'undoCollection'],
    ],
    [
      'not undo a payment of a week ago',
      { from: -200, status: 'completed', ...paid({ at: inHours(-168) }) },
      ['refund'],
    ],
    [
      'undo a payment of a week ago as the owner of the centre',
      { from: -200, status: 'completed', ...paid({ at: inHours(-168) }), byOwner: true },
      ['undoCollection', 'refund'],
    ],
    [
      'undo the payment of a cancelled appointment',
      { from: 2, status: 'cancelled', ...paid({ at: now }) },
      ['undoCollection'],
    ],
    [
      'record a refund that has been owed for a long time',
      { from: 2, status: 'cancelled', ...paid({ at: inHours(-900), refundCents: 5 }) },
      ['undoCollection'],
    ],
    [
      'not undo a refund, not even as the owner of the centre',
      {
        from: 2,
        status: 'cancelled',
        ...paid({ at: now, refundCents: 5, refundedAt: now.toISOString() }),
        byOwner: true,
      },
      [],
    ],
  ])('%s', (_, state, verbs) => {
    expect(abilities(state)).toEqual(verbs)
  })

  it('open the clinical record only as the professional of the appointment, also of a guest', () => {
    const span = { startsAt: inHours(-2), endsAt: inHours(-1) }
    const mayOpen = (member: Member, state: Partial<AgendaState> = {}) =>
      agendaAbilities({ appointment: { ...booked, ...span, status: 'completed', ...state }, member, now }).record
    const professional = { ...reception, role: 'professional', professionalId: 'profesional' } as const
    expect(mayOpen(professional)).toBe(true)
    expect(mayOpen(professional, { patientId: null })).toBe(true)
    expect(mayOpen(professional, { status: 'no_show' })).toBe(false)
    expect(mayOpen({ ...professional, professionalId: 'otra' })).toBe(false)
    expect([mayOpen(reception), mayOpen(owner)]).toEqual([false, false])
  })

  it('mark as missed who paid only the deposit', () => {
    const online = paid({ at: inHours(-3), amountCents: 50_000 })
    const deposit = {
      priceCents: 100_000,
      paidCents: 50_000,
      depositCents: 50_000,
      payments: online.payments.map((payment) => ({ ...payment, method: 'online' as const, checkoutId: 'c' })),
    }
    const mayMark = (state: Partial<AgendaState>) =>
      agendaAbilities({
        appointment: { ...booked, startsAt: inHours(-2), endsAt: inHours(-1), ...state },
        member: reception,
        now: inHours(0),
      }).noShow
    expect(mayMark(deposit)).toBe(true)
    expect(mayMark({ ...deposit, paidCents: 100_000 })).toBe(false)
    expect(mayMark({ ...deposit, ...online })).toBe(false)
    expect(mayMark({ ...deposit, depositCents: null })).toBe(false)
    // A deposit of the whole price leaves nothing due.
    expect(mayMark({ ...deposit, priceCents: 50_000 })).toBe(false)
  })

  it('mark an arrival from local midnight of the appointment’s day', () => {
    const span = { startsAt: new Date('2026-11-21T12:00:00Z'), endsAt: new Date('2026-11-21T13:00:00Z') }
    const mayArrive = (instant: string) =>
      agendaAbilities({ appointment: { ...booked, ...span }, member: reception, now: new Date(instant) }).arrive
    expect(mayArrive('2026-11-21T02:59:59Z')).toBe(false)
    expect(mayArrive('2026-11-21T03:00:00Z')).toBe(true)
  })
})

describe('the patient may', () => {
  const patient = { userId: 'p', visitorKey: undefined }
  const ownAppointment = {
    patientId: 'p',
    holder: null,
    status: 'confirmed',
    startsAt: inHours(2),
    holdExpiresAt: null,
    isRated: false,
    reviewedAt: null,
    bookedBy: 'patient',
    acceptedAt: null,
    noShowAt: null,
    cancelledAtDesk: false,
    cancelledAt: null,
    movedBy: null,
    expectedStartsAt: inHours(2),
    completedAt: null,
    deskRefundedAt: null,
    refundObjection: null,
    undonePayment: null,
    payingCheckoutId: null,
    objection: null,
    priceCents: 1000,
    discountCents: 0,
    paidCents: 1000,
    isOffered: true,
    isCenterApproved: true,
  } as const
  const held = {
    ...ownAppointment,
    patientId: null,
    status: 'held',
    holder: 'visitor:k',
    holdExpiresAt: new Date(now.getTime() + 1),
  } as const
  const visitor = { userId: undefined, visitorKey: 'k' }

  it.each<[string, Partial<Parameters<typeof patientAbilities>[0]>, string[]]>([
    ['cancel or move an upcoming appointment', { appointment: ownAppointment }, ['cancel', 'move']],
    [
      'neither cancel nor move an appointment that has begun',
      { appointment: { ...ownAppointment, startsAt: now } },
      [],
    ],
    ['review a completed appointment', { appointment: { ...ownAppointment, status: 'completed' } }, ['review']],
    [
      'review it only once, and change the review for seven days',
      { appointment: { ...ownAppointment, status: 'completed', isRated: true, reviewedAt: inHours(-24 * 7 + 1) } },
      ['editReview'],
    ],
    [
      'not change a review of a week ago',
      { appointment: { ...ownAppointment, status: 'completed', isRated: true, reviewedAt: inHours(-24 * 7) } },
      [],
    ],
    ['pay online what is due', { appointment: { ...ownAppointment, paidCents: 400 } }, ['cancel', 'move', 'pay']],
    [
      'not pay online without a gateway',
      { appointment: { ...ownAppointment, paidCents: 400 }, paysOnline: false },
      ['cancel', 'move'],
    ],
    [
      'not pay for an appointment that does not take place',
      { appointment: { ...ownAppointment, paidCents: 400, status: 'cancelled' } },
      [],
    ],
    [
      'not pay online for a visit that only the desk entered',
      {
        appointment: {
          ...ownAppointment,
          bookedBy: 'center',
          expectedStartsAt: null,
          status: 'completed',
          startsAt: inHours(-2),
          paidCents: 0,
        },
      },
      [],
    ],
    [
      'accept a booking by the desk',
      { appointment: { ...ownAppointment, bookedBy: 'center' } },
      ['cancel', 'move', 'accept'],
    ],
    [
      'neither accept nor pay while staff keep the centre closed',
      { appointment: { ...ownAppointment, bookedBy: 'center', paidCents: 400, isCenterApproved: false } },
      ['cancel', 'move'],
    ],
    [
      'not review a booking by the desk that they did not accept',
      { appointment: { ...ownAppointment, bookedBy: 'center', status: 'completed' } },
      [],
    ],
    [
      'do nothing with the appointment of another patient',
      { appointment: { ...ownAppointment, patientId: 'other' } },
      [],
    ],
    ['not confirm a held time without an account', { appointment: held, caller: visitor }, []],
    [
      'confirm the time that they held before they registered',
      { appointment: held, caller: { ...visitor, userId: 'p' } },
      ['confirm'],
    ],
    [
      'not confirm an expired hold',
      { appointment: { ...held, holdExpiresAt: now }, caller: { ...visitor, userId: 'p' } },
      [],
    ],
    ['not confirm the hold of another visitor', { appointment: held }, []],
  ])('%s', (_, input, verbs) => {
    const abilities = patientAbilities({
      appointment: ownAppointment,
      caller: patient,
      paysOnline: true,
      now,
      ...input,
    })
    expect(allowedVerbs({ ...abilities, bookAgain: false })).toEqual(verbs)
  })

  it('neither move nor book again what its professional no longer offers', () => {
    const query = { caller: patient, paysOnline: true, now }
    expect(patientAbilities({ appointment: ownAppointment, ...query })).toMatchObject({ move: true, bookAgain: true })
    const appointment = { ...ownAppointment, isOffered: false }
    expect(allowedVerbs(patientAbilities({ appointment, ...query }))).toEqual(['cancel'])
  })
})

describe('the address of a home visit', () => {
  it('is readable only by its professional, who may be the owner', () => {
    const visit = { professionalId: 'a' }
    expect(isProfessionalOf({ professionalId: 'a' }, visit)).toBe(true)
    expect(isProfessionalOf({ professionalId: 'b' }, visit)).toBe(false)
    expect(isProfessionalOf(owner, visit)).toBe(false)
    expect(isProfessionalOf({ ...owner, professionalId: 'a' }, visit)).toBe(true)
  })
})
