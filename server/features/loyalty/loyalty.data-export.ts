import { dataExportPart } from '#server/platform/data-export.ts'
import * as repository from './repository/ledger.ts'

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
    const { available, lifetime, updatedAt } = (await repository.findBalance(db, input)) ?? {}
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
      },
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
