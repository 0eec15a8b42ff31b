import { describe, expect, test } from 'vitest'
import {
  approvedChecksOf,
  missingForApproval,
  missingForBadge,
  type PublicationFacts,
  publicationOf,
} from './publication.ts'

const approvedAt = new Date('2026-11-01T12:00:00Z')

const complete: PublicationFacts = {
  description: 'Un lugar tranquilo.',
  address: 'Av. Brasil 2500',
  phone: '+598 99 123 456',
  hasExactPin: true,
  hasBookableServices: true,
  rooms: 'none needed',
  hasNumbers: true,
  hasLogo: false,
  specialties: ['Psicología'],
  services: ['psicoterapia'],
  regulated: new Set(['psicoterapia', 'fisioterapia']),
  hasHours: true,
  hasServices: true,
  isPublic: true,
  approvedAt: null,
  withdrawalReason: null,
  isLicenseLapsed: false,
  isSolo: true,
  checks: [],
  today: '2026-11-20',
}
type Check = PublicationFacts['checks'][number]
const license = (change: Partial<Check> = {}): Check => ({
  type: 'license',
  status: 'pending',
  expiryDate: null,
  requestReason: null,
  notes: '',
  hasFile: true,
  ...change,
})
const of = (change: Partial<PublicationFacts>) => publicationOf({ ...complete, ...change })
const documentsOf = (change: Partial<PublicationFacts>) =>
  Object.fromEntries(of(change).documents.map(({ type, need, status }) => [type, `${need} ${status}`]))

describe('which documents a practice needs', () => {
  test('for a regulated therapy: the licence', () => {
    expect(documentsOf({})).toEqual({
      license: 'required missing',
      certification: 'optional missing',
      insurance: 'optional missing',
    })
  })

  test('for therapies that need no licence by law: identity and certification', () => {
    expect(documentsOf({ services: ['reiki'] })).toEqual({
      identity: 'required missing',
      certification: 'required missing',
      insurance: 'optional missing',
    })
  })

  test('for both kinds of therapy: all three', () => {
    const { insurance, ...needed } = documentsOf({ services: ['reiki', 'psicoterapia'] })
    expect(insurance).toBe('optional missing')
    expect(Object.keys(needed)).toEqual(['license', 'identity', 'certification'])
  })

  test('before it has services: the documents that its specialties need', () => {
    expect(documentsOf({ services: [], specialties: ['Reiki'] })).toHaveProperty('identity')
    expect(documentsOf({ services: [], specialties: ['Psicóloga clínica'] })).toHaveProperty(
      'license',
      'required missing',
    )
  })

  test('without services and known specialties: unknown until it adds its services', () => {
    const unknown = of({ services: [], specialties: ['Otro'], hasServices: false })
    expect(unknown.documents.map(({ need }) => need)).toEqual(['unknown', 'unknown', 'unknown', 'optional'])
    expect(missingForApproval(unknown)).toEqual(['services'])
    expect(unknown.state).toBe('incomplete')
  })
})

describe('the badge', () => {
  const missing = (change: Partial<PublicationFacts>) => missingForBadge(of(change))
  const approved = license({ status: 'approved' })

  test('needs every required document approved, and the insurance is optional', () => {
    expect(missing({})).toEqual(['license'])
    expect(missing({ checks: [license()] })).toEqual(['license'])
    expect(missing({ checks: [approved] })).toEqual([])
    expect(missing({ services: ['reiki', 'psicoterapia'], checks: [approved] })).toEqual(['identity', 'certification'])
  })

  test('is not shown while an uploaded optional document is expired or rejected', () => {
    const insurance = (change: Partial<Check>) => license({ type: 'insurance', ...change })
    const lapsed = insurance({ status: 'approved', expiryDate: '2026-11-19' })
    expect(missing({ checks: [approved, lapsed] })).toEqual(['insurance'])
    expect(missing({ checks: [approved, insurance({ status: 'rejected' })] })).toEqual(['insurance'])
    expect(missing({ checks: [approved, insurance({})] })).toEqual([])
  })
})

test('the approved checks are the newest valid one of each type', () => {
  const on = (day: string, change: object) => ({
    ...license({ status: 'approved', ...change }),
    checkedAt: new Date(`${day}T12:00:00Z`),
  })
  const checks = [
    { ...license({ type: 'insurance', status: 'approved', expiryDate: '2026-11-19' }), checkedAt: new Date() },
    on('2026-10-02', { type: 'certification' }),
    { ...license(), checkedAt: null },
    on('2026-10-03', { expiryDate: '2026-11-20' }),
    on('2026-01-01', {}),
  ]
  expect(approvedChecksOf({ checks, today: '2026-11-20' })).toEqual([
    { type: 'license', checkedAt: new Date('2026-10-03T12:00:00Z') },
    { type: 'certification', checkedAt: new Date('2026-10-02T12:00:00Z') },
  ])
})

describe('the status of a document', () => {
  test('is missing until it is uploaded, even when the registration listed it', () => {
    expect(documentsOf({ checks: [license({ hasFile: false })] }).license).toBe('required missing')
  })

  test('stays approved until the end of the day on which it expires', () => {
    const checks = [license({ status: 'approved', expiryDate: '2026-11-20' })]
    expect(documentsOf({ checks }).license).toBe('required approved')
    expect(documentsOf({ checks, today: '2026-11-21' }).license).toBe('required expired')
  })

  test('stays approved while a newer upload is in review', () => {
    const checks = [license(), license({ status: 'approved', expiryDate: '2026-12-01' })]
    const [document] = of({ checks }).documents
    expect(document).toMatchObject({
      status: 'approved',
      expiryDate: '2026-12-01',
      lapsesSoon: true,
      renewal: 'pending',
    })
  })

  test('includes the comment of staff when it is rejected', () => {
    const [document] = of({ checks: [license({ status: 'rejected', notes: 'No se lee.' })] }).documents
    expect(document).toMatchObject({ status: 'rejected', notes: 'No se lee.' })
  })
})

describe('the publication status', () => {
  test.for<[string, Partial<PublicationFacts>]>([
    ['incomplete', {}],
    ['incomplete', { checks: [license({ status: 'rejected' })] }],
    ['incomplete', { checks: [license()], isPublic: false }],
    ['in_review', { checks: [license()] }],
    ['in_review', { checks: [license({ status: 'approved' })] }],
    ['hidden', { approvedAt, isPublic: false }],
    ['paused', { approvedAt, isLicenseLapsed: true }],
    ['not_bookable', { approvedAt, hasHours: false }],
    ['not_bookable', { approvedAt, rooms: 'missing for all', hasBookableServices: false }],
    ['published', { approvedAt, rooms: 'missing for some' }],
    ['published', { approvedAt }],
  ])('is %s with %j', ([state, facts]) => {
    expect(of(facts).state).toBe(state)
  })

  test('a missing logo or pin does not prevent approval', () => {
    const ready = of({ checks: [license({ status: 'approved' })], hasLogo: false, hasExactPin: false, isPublic: false })
    expect(missingForApproval(ready)).toEqual([])
  })

  test('a room for video calls is asked for only where professionals attend online, and does not prevent approval', () => {
    const roomOf = (rooms: PublicationFacts['rooms']) => of({ rooms }).parts.filter(({ key }) => key === 'rooms')
    expect(roomOf('none needed')).toEqual([])
    expect(roomOf('missing for all')).toEqual([{ key: 'rooms', neededFor: 'bookings', isDone: false }])
    expect(roomOf('missing for some')).toEqual([{ key: 'rooms', neededFor: 'online', isDone: false }])
    expect(roomOf('complete')).toMatchObject([{ isDone: true }])
    expect(missingForApproval(of({ rooms: 'missing for all', checks: [license({ status: 'approved' })] }))).toEqual([])
  })

  test('an empty profile lists what is missing', () => {
    const empty = of({ description: '', address: '', phone: null, specialties: [] })
    expect(missingForApproval(empty)).toEqual(['description', 'address', 'phone', 'specialties', 'license'])
  })
})
