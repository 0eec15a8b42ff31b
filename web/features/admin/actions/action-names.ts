import { actionNames } from '#contract/action-names.ts'
import { brand } from '#contract/brand.ts'
import type { TargetType } from '#contract/moderation.ts'
import type { Role } from '#contract/roles.ts'

export function actionName(actionType: string): string {
  return actionNames[actionType] ?? actionType
}

export const roleNames: Readonly<Record<Role, string>> = {
  patient: 'Paciente',
  center: 'Centro',
  moderator: 'Moderación',
  admin: 'Administración',
}

export const targetNames: Readonly<Record<TargetType, string>> = {
  user: 'cuenta',
  center: 'centro',
  review: 'opinión',
  message: 'mensaje',
  document: 'documento',
  commission: 'comisión',
  reward: 'recompensa',
  get promotion() {
    return `promoción de ${brand.name}`
  },
  no_show: 'inasistencia',
  cancellation: 'cancelación',
  early_visit: 'cita adelantada',
  invented_visit: 'visita objetada',
  refund: 'devolución objetada',
  undone_payment: 'pago anulado',
  operator: 'marca y textos',
}
