import type { DiscountType } from '#contract/discounts.ts'
import type { MovementType, RedemptionStatus } from '#contract/loyalty-words.ts'
import { systemClock } from '#server/platform/clock.ts'
import { dataExportPart } from '#server/platform/data-export.ts'
import * as repository from './repository/ledger.ts'
import { listRedemptions } from './repository/redemptions.ts'

/** More redemptions than an account can pay for with its points. */
const maxExported = 100_000

export const points = dataExportPart({
  name: 'points',
  title: 'Puntos',
  layout: 'lines',
  fields: {
    available: { label: 'Disponibles' },
    lifetime: { label: 'Ganados en total' },
    updatedAt: { label: 'Último movimiento', as: 'instant' },
  },
  async read(db, input) {
    const { available, lifetime, updatedAt } =
      (await repository.findBalance(db, { ...input, now: systemClock.now() })) ?? {}
    return updatedAt === undefined ? null : { available, lifetime, updatedAt }
  },
})

export const pointMovements = dataExportPart({
  name: 'pointMovements',
  title: 'Movimientos de puntos',
  layout: 'lines',
  fields: {
    createdAt: { label: 'Fecha', as: 'instant' },
    points: { label: 'Puntos' },
    type: {
      label: 'Tipo',
      as: {
        earned: 'Ganados',
        bonus: 'De regalo',
        redeemed: 'Canjeados',
        expired: 'Vencidos',
        reversed: 'Devueltos',
        corrected: 'Corregidos',
      } satisfies Record<MovementType, string>,
    },
    description: { label: 'Por' },
    referenceType: {
      label: 'A causa de',
      as: {
        appointment: 'Una cita',
        review: 'Una calificación',
        account: 'Tu cuenta',
        reward_redemption: 'Una recompensa',
      },
    },
    referenceId: { label: 'Cuál' },
    id: { label: 'Identificador' },
  },
  read: repository.listMovements,
})

export const redemptions = dataExportPart({
  name: 'redemptions',
  title: 'Recompensas que canjeaste',
  layout: 'lines',
  fields: {
    redeemedAt: { label: 'Fecha', as: 'instant' },
    name: { label: 'Recompensa' },
    pointsUsed: { label: 'Puntos' },
    status: {
      label: 'Estado',
      as: { pending: 'Disponible', used: 'Usado', expired: 'Expirado' } satisfies Record<RedemptionStatus, string>,
    },
    discountType: {
      label: 'Tipo',
      as: { percentage: 'Porcentaje', fixed_amount: 'Importe fijo, en centésimos' } satisfies Record<
        DiscountType,
        string
      >,
    },
    discountValue: { label: 'Descuento' },
    maximum: { label: 'Descuento máximo', as: 'money' },
    expiresAt: { label: 'Hasta', as: 'instant' },
    usedAt: { label: 'Usada', as: 'instant' },
    discount: { label: 'Lo que descontó', as: 'money' },
    appointmentId: { label: 'Cita' },
    id: { label: 'Identificador' },
  },
  async read(db, { userId }) {
    const rows = await listRedemptions(db, { userId, limit: maxExported, after: undefined })
    return rows.map(({ maximumCents, discountCents, userId: _user, rewardId: _reward, ...row }) => ({
      ...row,
      maximum: maximumCents === null ? null : { cents: maximumCents, currency: 'UYU' },
      discount: discountCents === null ? null : { cents: discountCents, currency: 'UYU' },
    }))
  },
})
