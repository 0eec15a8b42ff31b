import { sql } from 'kysely'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'

/** The topics that the database notifies of changes during the work, each with what it is about: `staff promotions`. */
export async function notifiedTopics({ live, db }: Platform, work: () => Promise<unknown>): Promise<string[]> {
  const notified: string[] = []
  const last = newId()
  const [listening, arrived] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  live.watch((message) => {
    if (message === 'listening') listening.resolve()
    else if (typeof message === 'object' && message.id === last) arrived.resolve()
    else if (typeof message === 'object')
      notified.push(`${message.topic} ${message.about === 'rows' ? message.id : message.about}`)
  })
  await listening.promise
  await work()
  // Notices arrive in the order of their transactions.
  await sql`select notify_live('test', 'test', ${last})`.execute(db)
  await arrived.promise
  return notified
}
