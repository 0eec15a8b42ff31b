import { z } from 'zod'

/** How a payment was made. Only the server records a payment `online`. */
export const paymentMethods = ['efectivo', 'debito', 'transferencia', 'online'] as const
export const paymentMethod = z.enum(paymentMethods)
export type PaymentMethod = z.output<typeof paymentMethod>

export const deskMethods = ['efectivo', 'debito', 'transferencia'] as const satisfies PaymentMethod[]
export const deskMethod = z.enum(deskMethods)
export type DeskMethod = z.output<typeof deskMethod>

export const paymentMethodLabels: Record<PaymentMethod, string> = {
  efectivo: 'Efectivo',
  debito: 'Débito',
  transferencia: 'Transferencia',
  online: 'En línea',
}
