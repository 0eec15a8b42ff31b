import type { Tx } from '#server/platform/postgres/database.ts'

export async function clearReceivers(tx: Tx, { userId }: { userId: string }): Promise<void> {
  await tx
    .updateTable('checkouts')
    .set({ receiver: null })
    .where('patient_id', '=', userId)
    .where('receiver', 'is not', null)
    .execute()
}
