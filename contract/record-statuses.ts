// Without schemas: screens import this file and need not load zod for it.

/** The labels are Verificado, No Cumple and Pendiente, in this order. */
export const recordStatuses = ['verified', 'non_compliant', 'pending'] as const
export type RecordStatus = (typeof recordStatuses)[number]

/**
 * The staff's lists of documents. `pending`: uploaded, and waiting for a review. `open`: what the figure of open documents counts,
 * so also `missing` ones, which no centre uploaded yet. `requested`: those that staff requested again, whatever their status.
 * `expiring`: approved ones that lapse soon.
 */
export const documentLists = [
  'pending',
  'open',
  'missing',
  'requested',
  'approved',
  'expiring',
  'rejected',
  'expired',
] as const
export type DocumentList = (typeof documentLists)[number]

export const documentOrders = ['oldest', 'newest', 'expiry'] as const
export type DocumentOrder = (typeof documentOrders)[number]

export const recordOrders = ['newest', 'oldest', 'name', 'name_desc'] as const
export type RecordOrder = (typeof recordOrders)[number]
