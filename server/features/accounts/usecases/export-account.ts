import { listMailsTo } from '#server/platform/mail.ts'
import { pictureFilesOf } from '#server/platform/pictures.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import * as ownData from '../repository/own-data.ts'
import { describeDevice } from '../rules/devices.ts'
import { firstMailAt, isOwnMail } from '../rules/own-mail.ts'
import type { Method } from '../service/sessions.ts'

export type ExportedAccount = NonNullable<Awaited<ReturnType<typeof exportAccount>>>
export type ExportedMail = Awaited<ReturnType<typeof exportMails>>[number]

/** What a person takes along of the account itself; undefined when it is gone. */
export async function exportAccount(db: Db | Tx, o: { userId: string; platform: Platform }) {
  const account = await ownData.findWholeAccount(db, o)
  if (!account) return undefined
  const sessions = await ownData.listAllSessions(db, o)
  return {
    account: { ...account, hasPassword: Boolean(account.hasPassword) },
    photo: await readPhoto(o.platform, account),
    identities: await ownData.listIdentities(db, o),
    secondFactors: await ownData.listSecondFactors(db, o),
    sessions: sessions.map(({ amr, ...session }) => ({
      device: describeDevice(session.program).device,
      ...session,
      provedBy: (amr as { method: Method }[]).map(({ method }) => method),
    })),
    openLinks: await ownData.listOpenLinks(db, o),
    acceptedDocuments: await ownData.listAcceptances(db, o),
    dependants: await ownData.listAllDependants(db, o),
    copies: await ownData.listAllExports(db, o),
  }
}

/** What we wrote to the person, without what it said. */
export async function exportMails(
  db: Db | Tx,
  o: {
    userId: string
    account: { email: string; emailConfirmedAt: Date | null; createdAt: Date }
    ownsCenter: boolean
  },
) {
  const { email, createdAt: created_at } = o.account
  const mails = await listMailsTo(db, { recipient: email, since: firstMailAt({ created_at }), userId: o.userId })
  return mails
    .filter(({ kind }) => isOwnMail({ kind, ...o }))
    .map(({ createdAt, subject, kind, sentAt }) => ({ createdAt, subject, kind, sentAt }))
}

async function readPhoto(platform: Platform, { avatarUrl }: { avatarUrl: string | null }) {
  // The widest comes last.
  const name = pictureFilesOf(avatarUrl).at(-1)
  const content = name === undefined ? undefined : await platform.files.read(name)
  return content ? { type: 'image/webp', base64: Buffer.from(content).toString('base64') } : null
}
