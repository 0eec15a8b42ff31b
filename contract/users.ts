import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { accountErrors } from './accounts.ts'
import { pickErrors } from './errors.ts'
import { pointsBalance, pointsMovement } from './loyalty.ts'
import { loyaltyErrors } from './loyalty-errors.ts'
import { maxPoints, maxPointsMessage } from './loyalty-words.ts'
import { actionOutcomes, actionReason, maxTargets, recordedAction, seenTarget } from './moderation.ts'
import { roles, staffRoles } from './roles.ts'
import { type Changed, route } from './route.ts'
import { minSearchLength, userOrders, userStatuses } from './user-statuses.ts'
import { cents, cursorInput, id, instant, pageOf, typedText } from './values.ts'

export const userErrors = {
  'users.not_allowed': { status: 403, message: 'No puedes aplicar esta medida a esta cuenta.' },
  'users.center_busy': {
    status: 409,
    message: 'Su centro tiene citas por delante. Espera a que pasen o cancélalas antes de cambiar el rol.',
  },
  'users.last_administrator': { status: 409, message: 'Es la última cuenta con permiso de administrar.' },
} as const satisfies ErrorMap

const maxSuspensionDays = 3650

export const suspensionDays = z
  .number({ error: 'Escribe un número de días' })
  .int('Escribe un número entero de días')
  .min(1, 'Como mínimo 1 día')
  .max(maxSuspensionDays, `Como máximo ${maxSuspensionDays} días`)

export const userRow = z.object({
  id,
  fullName: z.string(),
  email: z.string(),
  roles: z.array(z.enum(roles)),
  /** A suspension that has reached its end counts as active. */
  status: z.enum(userStatuses),
  suspendedUntil: instant.nullable(),
  suspensionReason: z.string().nullable(),
  createdAt: instant,
  /** See `seenTarget`. */
  lastActionId: id.nullable(),
  can: z.object({
    suspend: z.boolean(),
    ban: z.boolean(),
    activate: z.boolean(),
    warn: z.boolean(),
    setRole: z.array(z.enum(roles)),
    correctPoints: z.boolean(),
  }),
})
export type UserRow = z.output<typeof userRow>

export const userPage = z.object({
  user: userRow,
  phone: z.string().nullable(),
  emailConfirmed: z.boolean(),
  hasSecondFactor: z.boolean(),
  lastSignInAt: instant.nullable(),
  center: z.object({ id, name: z.string() }).nullable(),
  appointments: z.object({ upcoming: z.number().int(), past: z.number().int(), cancelled: z.number().int() }),
  reviews: z.number().int(),
  /** Reports by centres about the user's reviews. */
  reports: z.number().int(),
  reportedMessages: z.number().int(),
  sessions: z.array(z.object({ id, device: z.string().nullable(), createdAt: instant, lastUsedAt: instant })),
  /** Newest first, at most 50. */
  actions: z.array(recordedAction),
})
export type UserPage = z.output<typeof userPage>

const targets = z.array(seenTarget).min(1).max(maxTargets, `Como máximo ${maxTargets} cuentas a la vez`)

const actionRoute = (input: { path: `/staff/users/${string}`; summary: string; changes?: readonly Changed[] }) =>
  route({ method: 'POST', access: staffRoles, changes: ['users'], tags: ['Administración'], ...input })

const centerActionRoute = (input: { path: `/staff/users/${string}`; summary: string }) =>
  actionRoute({ ...input, changes: ['users', 'centerRecords'] })

/** What becomes of the upcoming appointments of centres whose owners staff suspend or ban. */
const closingEffects = z.object({
  cancelled: z.number().int(),
  /** How many patients and guests these appointments are of. */
  people: z.number().int(),
  /** Paid for them, and so returned. */
  paidCents: cents,
  /** Their prices, less discounts and what was paid: the centres will not collect it. */
  dueCents: cents,
  /** The appointments that begin when the suspension is over. */
  kept: z.number().int(),
})

export const users = {
  list: route({
    method: 'GET',
    path: '/staff/users',
    access: staffRoles,
    summary: 'Las cuentas, las más nuevas primero si no se pide otro orden',
    tags: ['Administración'],
  })
    .input(
      z.object({
        text: typedText({ max: 100 })
          .refine((text) => text === '' || text.length >= minSearchLength, `Escribe al menos ${minSearchLength} letras`)
          .optional(),
        role: z.enum(roles).optional(),
        status: z.enum(userStatuses).optional(),
        /** Newest first without it. A cursor belongs to one order. */
        order: z.enum(userOrders).optional(),
        /** Accounts of exactly this name or address come first, on a list without further pages. */
        exactFirst: z.literal('true').optional(),
        ...cursorInput,
      }),
    )
    .output(pageOf(userRow)),
  get: route({
    method: 'GET',
    path: '/staff/users/{userId}',
    access: staffRoles,
    summary: 'Una cuenta, con su actividad y sus medidas',
    tags: ['Administración'],
  })
    .input(z.object({ userId: id }))
    .output(userPage)
    .errors(pickErrors(accountErrors, 'accounts.not_found')),
  closingEffects: route({
    method: 'GET',
    path: '/staff/users/closing-effects',
    access: staffRoles,
    summary: 'Las citas y el dinero que toca suspender o bloquear las cuentas de centros',
    tags: ['Administración'],
  })
    .input(
      z.object({
        userIds: z.array(id).min(1).max(maxTargets),
        /** Of the suspension; without it, the effects of a ban. */
        days: z.coerce.number().int().min(1).max(maxSuspensionDays).optional(),
      }),
    )
    .output(closingEffects),
  suspend: centerActionRoute({ path: '/staff/users/suspend', summary: 'Suspende cuentas por unos días' })
    .input(z.object({ targets, days: suspensionDays, reason: actionReason }))
    .output(actionOutcomes),
  ban: centerActionRoute({ path: '/staff/users/ban', summary: 'Bloquea cuentas sin fecha de fin' })
    .input(z.object({ targets, reason: actionReason }))
    .output(actionOutcomes),
  activate: centerActionRoute({ path: '/staff/users/activate', summary: 'Reactiva cuentas suspendidas o bloqueadas' })
    .input(z.object({ targets, reason: actionReason }))
    .output(actionOutcomes),
  warn: centerActionRoute({ path: '/staff/users/warn', summary: 'Advierte a personas por correo' })
    .input(z.object({ targets, reason: actionReason }))
    .output(actionOutcomes),
  setRole: actionRoute({
    path: '/staff/users/role',
    summary: 'Cambia el rol de cuentas',
    changes: ['users', 'centerRecords', 'accounts.listStaff'],
  })
    .input(z.object({ targets, role: z.enum(roles), reason: actionReason }))
    .output(actionOutcomes),
  points: route({
    method: 'GET',
    path: '/staff/users/{userId}/points',
    access: staffRoles,
    summary: 'Los puntos de una cuenta, y sus últimos 20 movimientos',
    tags: ['Administración'],
  })
    .input(z.object({ userId: id }))
    .output(
      pointsBalance.extend({
        /** How many points the caller may still add by corrections, of the limit within 24 hours; null: no limit. */
        correctionLimit: z.number().int().nullable(),
        movements: z.array(
          pointsMovement.extend({
            correctedBy: z.string().nullable(),
          }),
        ),
      }),
    )
    .errors(pickErrors(accountErrors, 'accounts.not_found')),
  correctPoints: actionRoute({
    path: '/staff/users/{userId}/points',
    summary: 'Suma o resta puntos a una cuenta, con un motivo que la persona lee',
  })
    .input(
      z.object({
        userId: id,
        points: z
          .number({ error: 'Escribe cuántos puntos' })
          .int('Escribe un número entero de puntos')
          .min(-maxPoints, maxPointsMessage)
          .max(maxPoints, maxPointsMessage)
          .refine((value) => value !== 0, 'Escribe cuántos puntos sumas o restas'),
        reason: typedText({ min: 1, max: 200, message: 'Escribe el motivo' }),
        /** The id of the new movement, so that a repeated request corrects nothing twice. */
        movementId: id,
      }),
    )
    .output(pointsBalance)
    .errors({
      ...pickErrors(userErrors, 'users.not_allowed'),
      ...pickErrors(loyaltyErrors, 'loyalty.more_than_available'),
      ...pickErrors(accountErrors, 'accounts.not_found'),
    }),
}
