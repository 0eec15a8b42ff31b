// Without schemas: screens import this file and need not load zod for it.

/** Verificado, No Cumple, Pendiente. */
export const recordStatuses = ['verified', 'non_compliant', 'pending'] as const
export type RecordStatus = (typeof recordStatuses)[number]

export const checkStatuses = ['pending', 'approved', 'rejected', 'expired'] as const
export type CheckStatus = (typeof checkStatuses)[number]
