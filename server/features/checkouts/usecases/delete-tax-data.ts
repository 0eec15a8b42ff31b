import { deleteOfUser } from '#server/features/invoicing/repository/tax-data.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { clearReceivers } from '../repository/receivers.ts'

/** Deletes the tax data of an account, and those that its receipts and documents name. The amounts stay. */
export async function deleteTaxDataOf(tx: Tx, { userId }: { userId: string }): Promise<void> {
  await deleteOfUser(tx, { userId })
  await clearReceivers(tx, { userId })
}
