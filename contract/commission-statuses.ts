// Without schemas: screens import this file and need not load zod for it.

export const commissionPeriods = ['week', 'month', 'quarter', 'year'] as const
export type CommissionPeriod = (typeof commissionPeriods)[number]

export const commissionStatuses = ['pending', 'paid', 'cancelled'] as const
export type CommissionStatus = (typeof commissionStatuses)[number]
