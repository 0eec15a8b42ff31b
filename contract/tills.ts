import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { personKinds } from './agenda.ts'
import { appointmentErrors } from './appointments.ts'
import { memberErrors } from './centers.ts'
import { pickErrors } from './errors.ts'
import { inWords } from './numbers-in-words.ts'
import { deskMethods, paymentMethod } from './payment-methods.ts'
import { route } from './route.ts'
import { cents, cursorInput, id, instant, pageOf, typedText } from './values.ts'

/** A patient is reminded of one debt at most once in this time. */
export const debtReminderDays = 7

export const tillErrors = {
  'tills.reception_only': { status: 403, message: 'La caja es de recepción y de quien dirige el centro.' },
  'tills.closed_meanwhile': {
    status: 409,
    message: 'La caja se cerró desde otro equipo. Revisa los movimientos y vuelve a contar.',
  },
  'tills.closing_not_found': { status: 404, message: 'No encontramos ese cierre.' },
  'tills.not_a_debt': { status: 409, message: 'Esa cita ya no tiene nada por cobrar, o todavía no terminó.' },
  'tills.disputed': {
    status: 409,
    message:
      'El paciente objetó lo que el centro anotó de esta cita. Hasta que nuestro equipo lo decida, no se le recuerda la deuda.',
  },
  'tills.not_agreed': {
    status: 409,
    message: 'El paciente no reservó ni aceptó esta cita, así que no le escribimos por ella: llámalo por teléfono.',
  },
  'tills.blocked_by_patient': {
    status: 409,
    message: 'El paciente bloqueó al centro, así que no le escribimos por esta cita.',
  },
  'tills.closed_by_staff': {
    status: 409,
    message:
      'Nuestro equipo suspendió a este centro o no lo tiene aprobado: por ahora el centro no puede recordarles a sus pacientes lo que falta pagar.',
  },
  'tills.reminded_lately': {
    status: 409,
    message: `Ya le enviaste un recordatorio por esta cita hace menos de ${inWords(debtReminderDays)} días.`,
    data: z.object({ sentAt: instant }),
  },
  'tills.no_address': {
    status: 409,
    message: 'No tiene un correo verificado: llámalo por teléfono.',
  },
} as const satisfies ErrorMap

/** Positive for money received, negative for money that left the till. */
const signedCents = z.number().int()
/** A hundred payments of the highest price; the database has the same limit. */
const maxCountedCents = 10_000_000_000
const maxFloatCents = 1_000_000_000

const amounts = z.object(
  Object.fromEntries(deskMethods.map((method) => [method, signedCents])) as Record<
    (typeof deskMethods)[number],
    typeof signedCents
  >,
)
export type TillAmounts = z.output<typeof amounts>

export const movementKinds = ['collected', 'undone', 'restored', 'refunded', 'refund_undone'] as const
export type MovementKind = (typeof movementKinds)[number]

export const tillMovement = z.object({
  id: z.number().int(),
  kind: z.enum(movementKinds),
  at: instant,
  /** The attendee; empty when the appointment was deleted with its centre's guests. */
  personName: z.string(),
  serviceName: z.string(),
  amountCents: signedCents,
  method: paymentMethod,
  /** The member who collected it or undid the collection; null for a refund, what staff decided, a payment online, and a deleted account. */
  memberName: z.string().nullable(),
})
export type TillMovement = z.output<typeof tillMovement>

export const tillMovementsMax = 500

export const till = z.object({
  lastClosing: z.object({ id, number: z.number().int(), closedAt: instant }).nullable(),
  /** What the last closing left in the drawer. */
  openingFloatCents: cents,
  /** What each method should have; cash includes the opening float. */
  expected: amounts,
  /** Paid online since the last closing: never counted. */
  onlineCents: signedCents,
  /** The newest first, at most 500; `movementCount` is of all. */
  movements: z.array(tillMovement),
  movementCount: z.number().int(),
})
export type Till = z.output<typeof till>

export const tillClosing = z.object({
  id,
  number: z.number().int(),
  closedAt: instant,
  /** Null for a deleted account. */
  closedBy: z.string().nullable(),
  openingFloatCents: cents,
  expected: amounts,
  counted: amounts,
  /** What was counted less what was expected. */
  differenceCents: signedCents,
  onlineCents: signedCents,
  floatLeftCents: cents,
  note: z.string(),
})
export type TillClosing = z.output<typeof tillClosing>

const counted = z.number().int().min(0, 'No puede ser negativo').max(maxCountedCents, 'Es demasiado')
const countedSigned = z.number().int().min(-maxCountedCents, 'Es demasiado').max(maxCountedCents, 'Es demasiado')
export const tillCount = z.object({
  cashCents: counted,
  debitCents: countedSigned,
  transferCents: countedSigned,
  floatLeftCents: z.number().int().min(0, 'No puede ser negativo').max(maxFloatCents, 'Es demasiado'),
  note: typedText({ max: 500 }).default(''),
})
export type TillCount = z.output<typeof tillCount>

export const debt = z.object({
  appointmentId: id,
  startsAt: instant,
  personName: z.string(),
  phone: z.string().nullable(),
  serviceName: z.string(),
  professionalName: z.string(),
  priceCents: cents,
  dueCents: cents,
  remindedAt: instant.nullable(),
  /** What the patient objects to and staff have not decided: `paid`, that the desk undid their payment; `other`, anything else. */
  disputed: z.enum(['paid', 'other']).nullable(),
  can: z.object({ remind: z.boolean() }),
})
export type Debt = z.output<typeof debt>

/** A package that was sold in parts and not paid whole. */
export const packageDebt = z.object({
  packageId: id,
  kind: z.enum(personKinds),
  personId: id,
  personName: z.string(),
  phone: z.string().nullable(),
  serviceName: z.string(),
  sessions: z.number().int(),
  soldAt: instant,
  priceCents: cents,
  dueCents: cents,
})
export type PackageDebt = z.output<typeof packageDebt>

/** At most this many packages are listed. */
export const packageDebtsMax = 100

export const debtOrders = ['oldest', 'newest', 'amount', 'name'] as const
export const debtsPerPage = 20
const debtList = z.object({
  items: z.array(debt),
  /** The totals cover all pages. */
  total: z.number().int(),
  totalDueCents: cents,
  /** The same on every page, the oldest first: at most 100, and the totals cover all. */
  packages: z.object({ items: z.array(packageDebt), total: z.number().int(), totalDueCents: cents }),
})
export type DebtList = z.output<typeof debtList>

export const ownDebt = z.object({
  appointmentId: id,
  centerId: id,
  centerName: z.string(),
  centerPhone: z.string().nullable(),
  startsAt: instant,
  serviceName: z.string(),
  paidCents: cents,
  dueCents: cents,
})

const tags = ['Caja']
const ofCenter = { centerId: id }
export const deskErrors = { ...memberErrors, ...pickErrors(tillErrors, 'tills.reception_only') }

/** These routes are for the owner and the reception of a centre, except `ownDebts`. */
export const tills = {
  get: route({
    method: 'GET',
    path: '/centers/{centerId}/till',
    access: 'signedIn',
    summary: 'La caja abierta: lo cobrado desde el último cierre',
    tags,
  })
    .input(z.object(ofCenter))
    .output(till)
    .errors(deskErrors),
  close: route({
    method: 'POST',
    path: '/centers/{centerId}/till/closings',
    access: 'signedIn',
    changes: ['tills.get', 'tills.closings'],
    summary: 'Cerrar la caja con lo que se contó',
    tags,
  })
    .input(
      tillCount.extend({
        ...ofCenter,
        /** The last closing that the receptionist saw; null before the first one. */
        lastClosingId: id.nullable(),
      }),
    )
    .output(tillClosing)
    .errors({ ...deskErrors, ...pickErrors(tillErrors, 'tills.closed_meanwhile') }),
  closings: route({
    method: 'GET',
    path: '/centers/{centerId}/till/closings',
    access: 'signedIn',
    summary: 'Los cierres de caja, del más nuevo al más viejo',
    tags,
  })
    .input(z.object({ ...ofCenter, ...cursorInput }))
    .output(pageOf(tillClosing))
    .errors(deskErrors),
  closing: route({
    method: 'GET',
    path: '/centers/{centerId}/till/closings/{closingId}',
    access: 'signedIn',
    summary: 'Un cierre de caja con sus movimientos',
    tags,
  })
    .input(z.object({ ...ofCenter, closingId: id }))
    .output(tillClosing.extend({ movements: z.array(tillMovement), movementCount: z.number().int() }))
    .errors({ ...deskErrors, ...pickErrors(tillErrors, 'tills.closing_not_found') }),
  closingCsv: route({
    method: 'GET',
    path: '/centers/{centerId}/till/closings/{closingId}/csv',
    access: 'signedIn',
    summary: 'Los movimientos de un cierre, para una planilla',
    tags,
  })
    .input(z.object({ ...ofCenter, closingId: id }))
    .output(z.object({ fileName: z.string(), csv: z.string() }))
    .errors({ ...deskErrors, ...pickErrors(tillErrors, 'tills.closing_not_found') }),
  debts: route({
    method: 'GET',
    path: '/centers/{centerId}/debts',
    access: 'signedIn',
    summary: 'Las citas que tuvieron lugar y los bonos vendidos que no están pagos del todo',
    tags,
  })
    .input(
      z.object({
        ...ofCenter,
        q: typedText({ max: 100 }).default(''),
        order: z.enum(debtOrders).default('oldest'),
        page: z.coerce.number().int().min(1).max(500).default(1),
      }),
    )
    .output(debtList)
    .errors(deskErrors),
  remind: route({
    method: 'POST',
    path: '/centers/{centerId}/appointments/{appointmentId}/remind-debt',
    access: 'signedIn',
    changes: ['tills.debts'],
    summary: 'Recordar por correo lo que falta pagar de una cita',
    tags,
  })
    .input(z.object({ ...ofCenter, appointmentId: id }))
    .output(z.object({ remindedAt: instant }))
    .errors({
      ...deskErrors,
      ...pickErrors(appointmentErrors, 'appointments.not_found'),
      ...pickErrors(
        tillErrors,
        'tills.not_a_debt',
        'tills.disputed',
        'tills.not_agreed',
        'tills.blocked_by_patient',
        'tills.closed_by_staff',
        'tills.reminded_lately',
        'tills.no_address',
      ),
    }),
  ownDebts: route({
    method: 'GET',
    path: '/me/debts',
    access: 'signedIn',
    summary: 'Lo que tengo pendiente de pago, por cita y centro',
    tags,
  }).output(z.object({ items: z.array(ownDebt), totalDueCents: cents })),
}
