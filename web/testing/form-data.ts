import type { Me } from '#contract/accounts.ts'
import type { Agenda, AgendaAppointment } from '#contract/agenda.ts'
import type { CenterRecord } from '#contract/center-records.ts'
import type { OwnCenter } from '#contract/centers.ts'
import type { CenterRates, CommissionRow, OwingCenter } from '#contract/commissions.ts'
import type { Contact } from '#contract/contacts.ts'
import type { RecordedAction } from '#contract/moderation.ts'
import type { PackageOffer, SoldPackage } from '#contract/packages.ts'
import type { OwnReview } from '#contract/reviews.ts'
import type { TeamProfessional } from '#contract/team.ts'
import type { Till } from '#contract/tills.ts'
import type { UserRow } from '#contract/users.ts'
import type { Dependant } from '#web/features/accounts/dependants/dependant-card.tsx'
import type { Call } from '#web/testing/screen.tsx'

export const centerId = '00000000-0000-4000-8000-000000000001'
export const ownCenter: OwnCenter = {
  id: centerId,
  name: 'Centro Ombú',
  description: 'Psicoterapia para adultos.',
  specialties: ['Psicología', 'Reiki', 'Yoga', 'Masajes'],
  languages: ['Español'],
  covers: ['casmu'],
  modalities: ['Presencial'],
  address: 'Benito Blanco 1234',
  neighborhood: 'Pocitos',
  department: 'Montevideo',
  phone: '+598 2710 1234',
  contactEmail: 'hola@ombu.uy',
  alternativeEmail: '',
  website: '',
  whatsapp: '',
  instagram: '',
  facebook: '',
  sessionDuration: 60,
  confirmsManually: false,
  lateRefundPercent: 50,
  cancellationPolicy: '',
  latitude: -34.9,
  longitude: -56.1,
} as OwnCenter
export const professional = {
  id: '00000000-0000-4000-8000-000000000002',
  name: 'Elena Bidegain',
  title: '',
  specialties: ['Psicología', 'Reiki', 'Yoga', 'Masajes'],
  modalities: ['Online'],
  ages: ['adults'],
  gender: null,
  videoPlatform: 'Zoom',
  videoLink: null,
  registrationNumber: '',
  bio: '',
  hasAccount: false,
  services: [],
} as unknown as TeamProfessional
export const centerOfStaff = { id: centerId, name: 'Centro Ombú', lastActionId: null } as CenterRecord
export const user = {
  id: centerId,
  fullName: 'Elena Bidegain',
  email: 'elena@ejemplo.uy',
  roles: ['patient'],
  lastActionId: null,
  can: { suspend: true, ban: true, activate: false, setRole: ['center'] },
} as unknown as UserRow
export const action = { id: centerId, actionType: 'ban', targetName: 'Elena Bidegain' } as RecordedAction
export const me = {
  fullName: 'Elena Bidegain',
  phone: null,
  address: null,
  emergencyContact: null,
  email: 'e@x.uy',
} as Me
export const contact = { id: centerId, name: 'Elena', phone: null, email: null } as Contact
/** What the forms of a contact's data have in common. */
export const contactForm = {
  centerId,
  note: '',
  facts: { cedula: null, birthDate: null, cover: '', tags: [] },
  version: 'first',
  onClose: () => undefined,
}
export const dependant = {
  id: centerId,
  fullName: 'Mía Bidegain',
  birthDate: '2018-03-01',
  relation: 'Hija',
} as Dependant
export const nothing = () => undefined

export const service = {
  id: '00000000-0000-4000-8000-000000000003',
  name: 'Sesión',
  priceCents: 125_000,
  durationMinutes: 60,
  terms: 'first',
}
const deskPeople = ['00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000004'].map(
  (id, index) => ({
    id,
    name: `Profesional ${index}`,
    photoUrl: null,
    hours: [],
    services: [index === 0 ? service : { ...service, id: '00000000-0000-4000-8000-000000000005' }],
    places: ['center', 'home'],
  }),
)
const agenda = { professionals: deskPeople } as unknown as Agenda
export const knownGuest = { kind: 'guest', id: centerId, name: 'Elena Bidegain', phone: null, dependant: null } as const
export const appointment = {
  id: '00000000-0000-4000-8000-000000000006',
  status: 'confirmed',
  startsAt: '2026-12-01T15:00:00Z',
  endsAt: '2026-12-01T16:00:00Z',
  place: 'center',
  professionalId: deskPeople[0]?.id,
  service,
  person: { ...knownGuest, guardianName: null },
  priceCents: 125_000,
} as unknown as AgendaAppointment
const payment = { paidAt: '2026-12-01T16:00:00.000Z', receiptNumber: null, refundCents: 0, owedCents: 0 }
export const paidInParts: AgendaAppointment = {
  ...appointment,
  status: 'completed',
  payment: {
    paidCents: 125_000,
    parts: [
      { ...payment, paymentId: 1, amountCents: 100_000, method: 'efectivo' },
      { ...payment, paymentId: 2, amountCents: 25_000, method: 'online', receiptNumber: 41 },
    ],
    refundCents: null,
    isRefunded: false,
    owedCents: 0,
  },
}
export const openTill: Till = {
  lastClosing: null,
  openingFloatCents: 0,
  expected: { efectivo: 10_000, debito: 0, transferencia: 0 },
  onlineCents: 0,
  movements: [],
  movementCount: 0,
}
export const review = { id: centerId, comment: 'Muy bien', rating: 5 } as unknown as OwnReview
export const booking = {
  centerId,
  agenda,
  at: undefined,
  person: undefined,
  date: '2026-12-01',
  professionalId: undefined,
  open: true,
  onClose: nothing,
  onBooked: nothing,
}

/** The responses to the queries of these screens. */
export const offeredPackage: PackageOffer = {
  id: '00000000-0000-4000-8000-0000000000b1',
  version: 'first',
  serviceId: null,
  serviceName: 'Masaje',
  professionalIds: null,
  professionals: [{ id: centerId, name: 'Ana Suárez' }],
  sessions: 10,
  priceCents: 1_000_000,
  validityDays: 90,
  isActive: true,
}
export const soldInParts: SoldPackage = {
  id: '00000000-0000-4000-8000-0000000000b2',
  centerId,
  centerName: 'Centro Sol',
  serviceName: 'Masaje',
  serviceIds: [service.id],
  professionalNames: ['Ana Suárez'],
  sessions: 10,
  leftSessions: 7,
  reservedSessions: 1,
  usedSessions: 2,
  state: 'active',
  soldAt: '2026-11-20T12:00:00.000Z',
  validUntil: '2027-02-18',
  isStopped: false,
  money: {
    priceCents: 1_000_000,
    paidCents: 400_000,
    dueCents: 600_000,
    refundedCents: 0,
    refundableCents: 200_000,
    ownRefundCents: 0,
    payments: [
      { id: 1, amountCents: 400_000, refundedCents: 0, method: 'efectivo', paidAt: '2026-11-20T12:00:00.000Z' },
    ],
  },
  visits: [],
}

export function respondToQueries({ route }: Call): unknown {
  if (route === 'accounts.me') return { can: { requestHelp: true } }
  if (route === 'practice.profile') return ownCenter
  if (route === 'accounts.signInMethods') return { providers: [], captcha: null }
  if (route === 'agenda.freeTimes') return { days: [], nextDate: null }
  if (route === 'packages.offers') return { items: [offeredPackage] }
  if (route === 'contacts.get') return { appointments: [], merges: [], money: {} }
  if (route === 'appointments.currentHold') return { appointment: null }
  return { items: [] }
}

export const owingCenter: OwingCenter = {
  centerId,
  centerName: 'Centro Sol',
  count: 2,
  commissionCents: 30_000,
  whole: { count: 2, commissionCents: 30_000 },
  can: { settle: true },
}

export const centerRates: CenterRates = {
  centerId,
  centerName: 'Centro Sol',
  today: '2026-11-23',
  currentPercent: 10,
  firstPercent: 10,
  rates: [],
  lastActionId: null,
  actions: [],
  can: { set: true },
}

export const commission: CommissionRow = {
  id: '019a9f00-0000-7000-8000-0000000000c1',
  centerId,
  centerName: 'Centro Sol',
  paymentCents: 150_000,
  commissionCents: 15_000,
  creditCents: 0,
  withheldCents: 0,
  ratePercent: 10,
  origin: 'completed',
  status: 'pending',
  createdAt: '2026-11-20T12:00:00.000Z',
  reference: null,
  lastActionId: null,
  can: { cancel: true },
}

export const queueItem = {
  kind: 'review',
  id: centerId,
  author: { name: 'Ana' },
  center: { name: 'Centro Ombú' },
  lastActionId: null,
} as never
