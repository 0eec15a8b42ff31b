import type { PricedService } from '#contract/services.ts'
import { type EditableColumn, editableColumns } from '#server/platform/postgres/editable-columns.ts'

import type { ServiceEdit } from '../centers.types.ts'

/** The columns that the owner edits, by their names in the contract. A missing column does not compile. */
const columns = {
  serviceType: { column: 'service_type' },
  name: { column: 'name' },
  priceCents: { column: 'price' },
  durationMinutes: { column: 'duration_minutes' },
  depositFor: { column: 'deposit_for' },
  depositCents: { column: 'deposit_amount' },
  depositPercent: { column: 'deposit_percent' },
  vatPercent: { column: 'vat_percent' },
  isActive: { column: 'is_active' },
} as const satisfies Record<keyof ServiceEdit, EditableColumn<'services'>>

export const editable = editableColumns<ServiceEdit, ServiceEdit>('services', columns)

type PricedColumns = {
  [Name in keyof PricedService as (typeof columns)[Name]['column']]: PricedService[Name]
}

/** The columns of a new service, by their names in the table. */
export const pricedColumns = (service: PricedService) => editable.values(service) as PricedColumns
