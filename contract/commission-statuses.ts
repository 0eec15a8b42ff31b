// Without schemas: screens import this file and need not load zod for it.

export const commissionPeriods = ['week', 'month', 'quarter', 'year'] as const
export type CommissionPeriod = (typeof commissionPeriods)[number]

export const commissionStatuses = ['pending', 'paid', 'cancelled'] as const
export type CommissionStatus = (typeof commissionStatuses)[number]

/** A booking by the desk has a commission within this time after the cancellation that it replaces. The database has the same limit. */
export const rebookedDays = 7

/** Why a commission was charged. After a late cancellation or a no-show, it is charged on what the centre keeps of a payment. */
export const commissionOrigins = ['completed', 'late_cancellation', 'no_show'] as const
export type CommissionOrigin = (typeof commissionOrigins)[number]

export const commissionOrders = ['newest', 'oldest', 'largest', 'smallest'] as const
export type CommissionOrder = (typeof commissionOrders)[number]
