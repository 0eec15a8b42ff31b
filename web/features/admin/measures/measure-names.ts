import type { TargetType } from '#contract/moderation.ts'
import type { Role } from '#contract/roles.ts'

/** The names of the measures in the record, by action type. */
const names: Readonly<Record<string, string>> = {
  suspend: 'Suspensión',
  ban: 'Bloqueo',
  activate: 'Reactivación',
  role_change: 'Cambio de rol',
  points_correction: 'Corrección de puntos',
  approve: 'Aprobación',
  revoke: 'Aprobación retirada',
  reject: 'Rechazo',
  request: 'Pedido de otro documento',
  expire: 'Vencimiento',
  delete: 'Eliminación',
  warn: 'Advertencia',
  settle: 'Liquidación',
  cancel: 'Comisión sin efecto',
  rate_change: 'Cambio de comisión',
  create: 'Creación',
  update: 'Cambio',
  pause: 'Pausa',
  resume: 'Vuelta a la oferta',
  keep_no_show: 'Inasistencia confirmada',
  annul_no_show: 'Inasistencia anulada',
  keep_cancellation: 'Cancelación confirmada',
  annul_cancellation: 'Cancelación a cargo del centro',
  keep_early_visit: 'Cita adelantada confirmada',
  annul_early_visit: 'Cita adelantada anulada',
  undo: 'Medida deshecha',
}

export function measureName(actionType: string): string {
  return names[actionType] ?? actionType
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
  promotion: 'promoción de Senda',
  no_show: 'inasistencia',
  cancellation: 'cancelación',
  early_visit: 'cita adelantada',
}
