import { brand } from '#contract/brand.ts'
import type { DiscountType } from '#contract/discounts.ts'
import { isHandedOver, type MovementType, type RedemptionStatus, type RewardType } from '#contract/loyalty-words.ts'
import { systemClock } from '#server/platform/clock.ts'
import { dataExportPart } from '#server/platform/data-export.ts'
import * as repository from './repository/ledger.ts'
import { listRedemptions, type RedemptionRow } from './repository/redemptions.ts'
import { listOfProvider } from './repository/rewards.ts'

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

const rewardTypeLabels = {
  discount: 'Descuento',
  service: 'Una consulta entera',
  upgrade: 'Una mejora de la consulta',
  product: 'Un producto',
} satisfies Record<RewardType, string>

const withoutIds = <Row extends Pick<RedemptionRow, 'userId' | 'rewardId' | 'providerId'>>({
  userId: _user,
  rewardId: _reward,
  providerId: _provider,
  ...row
}: Row) => row

/** What the user's own centre hands over. */
export const centerRewards = dataExportPart({
  name: 'centerRewards',
  title: 'Recompensas que entrega tu centro',
  layout: 'lines',
  fields: {
    createdAt: { label: 'Creada', as: 'instant' },
    name: { label: 'Nombre' },
    description: { label: 'Descripción' },
    rewardType: { label: 'Qué da', as: rewardTypeLabels },
    stock: { label: 'Cuántas hay' },
    redeemed: { label: 'Canjeadas' },
    used: { label: 'Entregadas' },
    acceptedAt: { label: 'Aceptada', as: 'instant' },
    startsAt: { label: 'Desde', as: 'instant' },
    validUntil: { label: 'Hasta', as: 'instant' },
    isActive: { label: 'Se ofrece', as: 'yesNo' },
    id: { label: 'Identificador' },
  },
  async read(db, { userId }) {
    const rows = await listOfProvider(db, { centerId: userId, limit: maxExported })
    return rows.map((row) => {
      const { createdAt, name, description, rewardType, stock, redeemed, used } = row
      const { acceptedAt, startsAt, validUntil, isActive, id } = row
      return {
        ...{ createdAt, name, description, rewardType, stock, redeemed, used },
        ...{ acceptedAt, startsAt, validUntil, isActive, id },
      }
    })
  },
})

export const redemptions = dataExportPart({
  name: 'redemptions',
  title: 'Recompensas que canjeaste',
  layout: 'lines',
  fields: {
    redeemedAt: { label: 'Fecha', as: 'instant' },
    name: { label: 'Recompensa' },
    rewardType: { label: 'Qué da', as: rewardTypeLabels },
    description: { label: 'Descripción' },
    provider: { label: 'La entrega' },
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
    return rows.map(({ maximumCents, discountCents, providerName, ...row }) => ({
      ...withoutIds(row),
      provider: providerName ?? (isHandedOver(row.rewardType) ? brand.name : null),
      maximum: maximumCents === null ? null : { cents: maximumCents, currency: 'UYU' },
      discount: discountCents === null ? null : { cents: discountCents, currency: 'UYU' },
    }))
  },
})
