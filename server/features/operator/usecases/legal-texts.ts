import { LRUCache } from 'lru-cache'
import { builtInLegalVersions } from '#contract/brand.ts'
import { zone } from '#contract/calendar.ts'
import { type LegalDocument, type LegalText, legalDocuments, noticeDays } from '#contract/legal-texts.ts'
import type { Staff } from '#server/features/moderation/moderation.policy.ts'
import { recordAction } from '#server/features/moderation/usecases/record-action.ts'
import { notifyUsers } from '#server/features/notifications/usecases/notify-users.ts'
import { runEachOrThrow } from '#server/platform/each-row.ts'
import { newId } from '#server/platform/ids.ts'
import { addDays, localDay } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { shownForDays } from '#server/platform/shown-legal-versions.ts'
import { fail } from '../operator.errors.ts'
import { legalMail, legalNotification } from '../operator.mail.ts'
import * as repository from '../repository/legal-texts.ts'
import { type LegalSection, legalSectionsOf } from '../rules/legal-sections.ts'
import { versionsOn } from '../rules/legal-versions.ts'

const accountsPerBatch = 200
/** A text never changes, so each process renders it once. */
const rendered = new LRUCache<string, LegalSection[]>({ max: 40 })
/** A published text stays, so a mistyped year would keep every later one away. */
const latestDays = 365

/** The document as a page shows it: the version in effect, or a named one. @throws operator.legal_unknown_version */
export async function readLegalText(
  { db, clock }: Platform,
  { document, version: named }: { document: LegalDocument; version?: string | undefined },
): Promise<LegalText> {
  const published = (await repository.listVersions(db)).filter((each) => each.document === document)
  const today = localDay({ instant: clock.now(), zone })
  const current = versionsOn(today, published)[document]
  const version = named ?? current
  const body = await repository.findBody(db, { document, version })
  if (body === undefined && version !== builtInLegalVersions[document]) throw fail('operator.legal_unknown_version')
  const next = published.findLast((each) => each.version > today)
  const all = [...published.map((each) => each.version), builtInLegalVersions[document]]
  return {
    version,
    current,
    sections: body === undefined ? null : sectionsOf(`${document} ${version}`, body),
    next: next && next.version !== version ? { version: next.version, summary: next.summary } : null,
    earlier: [...new Set(all)].filter((each) => each < current && each !== version),
  }
}

function sectionsOf(key: string, body: string): LegalSection[] {
  const sections = rendered.get(key) ?? legalSectionsOf(body)
  rendered.set(key, sections)
  return sections
}

export async function listLegalTexts({ db, clock }: Platform) {
  const [published, acceptances, earliest] = await Promise.all([
    repository.listVersions(db),
    repository.countAcceptances(db),
    earliestDay(db, clock.now()),
  ])
  const builtIn = legalDocuments.map((document) => ({
    ...{ document, version: builtInLegalVersions[document], summary: 'El texto con el que viene el programa.' },
    isAnnounced: null,
  }))
  const items = [
    ...published.map(({ announcedAt, ...each }) => ({ ...each, isAnnounced: announcedAt !== null })),
    ...builtIn,
  ]
  return {
    earliest,
    items: items.map((each) => ({ ...each, acceptances: acceptances.get(`${each.document} ${each.version}`) ?? 0 })),
  }
}

/**
 * Without accounts that have to be notified, as before the service opens, a text is in effect at once. One more day, because
 * what is published in the evening is announced in the morning.
 */
async function earliestDay(db: Db | Tx, now: Date): Promise<string> {
  const today = localDay({ instant: now, zone })
  return (await repository.hasUsers(db)) ? addDays({ day: today, days: noticeDays + 1 }) : today
}

type Publication = {
  actor: Staff
  document: LegalDocument
  version: string
  summary: string
  body: string
  reason: string
}

/**
 * Publishes a version, which no one can change or take back any more; announceLegalTexts() then notifies every account.
 * @throws operator.legal_notice_too_short, operator.legal_version_exists
 */
export async function publishLegalText(
  { db, clock }: Platform,
  { actor, reason, ...text }: Publication,
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    await repository.lockTexts(tx)
    const earliest = await earliestDay(tx, now)
    if (text.version > addDays({ day: earliest, days: latestDays })) throw fail('operator.legal_too_late')
    if (text.version < earliest) throw fail('operator.legal_notice_too_short', { earliest })
    const isLater = (each: repository.LegalVersion) => each.document === text.document && each.version >= text.version
    if ((await repository.listVersions(tx)).some(isLater) || text.version <= builtInLegalVersions[text.document])
      throw fail('operator.legal_version_exists')
    const id = newId()
    await repository.insertText(tx, { ...text, id, now })
    await recordAction(tx, {
      ...{ targetType: 'operator', targetId: id, actionType: 'publish', moderatorId: actor.userId, reason, now },
      details: {
        ...{ document: text.document, version: text.version, summary: text.summary },
        changes: [{ field: text.document, before: '', after: `Rige desde el ${text.version}: ${text.summary}` }],
      },
    })
  })
}

/** Notifies every account of the versions of which it has not been notified. Idempotent across processes. */
export async function announceLegalTexts(platform: Platform): Promise<void> {
  const { db, log, clock } = platform
  // Until then a form that was open before may create an account that has accepted the version before it.
  const shownBefore = addDays({ day: localDay({ instant: clock.now(), zone }), days: -shownForDays })
  for (const text of (await repository.listVersions(db)).filter(
    ({ announcedAt, version }) => announcedAt === null || version >= shownBefore,
  )) {
    let after: string | undefined
    const failed: unknown[] = []
    for (;;) {
      const accounts = await repository.listUnnotified(db, { textId: text.id, after, limit: accountsPerBatch })
      // The others must not wait for an account that cannot be notified; the next run tries again.
      await runEachOrThrow({
        log,
        rows: accounts,
        about: ({ userId }) => ({ userId, legalTextId: text.id }),
        failure: 'an account could not be notified of a legal text',
        run: (account) => notify(platform, { text, account }),
      }).catch((error: unknown) => failed.push(error))
      after = accounts.at(-1)?.userId
      if (accounts.length < accountsPerBatch) break
    }
    if (failed.length > 0) throw failed[0]
    // Until its day, and while forms may be open that showed the version before, later accounts are notified as well.
    if (text.announcedAt === null) await repository.setAnnounced(db, { textId: text.id, now: clock.now() })
  }
}

type Notice = { text: repository.LegalVersion; account: { userId: string; email: string; isConfirmed: boolean } }

async function notify(platform: Platform, { text, account: { userId, email, isConfirmed } }: Notice): Promise<void> {
  const notification = legalNotification(text)
  const entry = {
    to: { userId },
    event: 'operator.legal_text',
    subject: repository.noticeSubject(text.id),
    about: null,
    ...notification,
  } as const
  await platform.db.transaction().execute(async (tx) => {
    if ((await notifyUsers(tx, { platform, entries: [entry] })) === 0) return
    // An address that was never confirmed may be a stranger's.
    if (!isConfirmed) return
    const url = new URL(notification.href, platform.settings.publicUrl).href
    const mail = legalMail({ ...text, url })
    await queueMail(tx, { platform, kind: 'operator.legal_text', to: email, userId, readerId: userId, ...mail })
  })
}
