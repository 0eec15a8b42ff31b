import type { DeskMethod } from '#contract/agenda.ts'

export const methodLabels: Record<DeskMethod, string> = {
  efectivo: 'Efectivo',
  debito: 'Débito',
  transferencia: 'Transferencia',
}
