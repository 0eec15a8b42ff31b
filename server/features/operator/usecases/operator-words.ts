import { readFile } from 'node:fs/promises'
import {
  applyBrand,
  applyLegalVersions,
  builtInBrand,
  builtInLegalVersions,
  changedBrand,
  legalVersions,
} from '#contract/brand.ts'
import { zone } from '#contract/calendar.ts'
import { type LegalDocument, legalDocuments } from '#contract/legal-texts.ts'
import { type OperatorWords, operatorWords } from '#contract/operator.ts'
import type { Staff } from '#server/features/moderation/moderation.policy.ts'
import { recordAction } from '#server/features/moderation/usecases/record-action.ts'
import { type ActionTarget, defineUndo } from '#server/features/moderation/usecases/staff-actions.ts'
import { addDays, localDay, minuteMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Settings } from '#server/platform/settings.ts'
import { applyShownVersions, shownForDays } from '#server/platform/shown-legal-versions.ts'
import { StartError } from '#server/platform/start-error.ts'
import { requireVersion, versionOf } from '#server/platform/version.ts'
import { listVersions } from '../repository/legal-texts.ts'
import * as repository from '../repository/operator-words.ts'
import { demonstrationWords, firstWords } from '../rules/first-words.ts'
import { versionsOn } from '../rules/legal-versions.ts'
import { wordChanges } from '../rules/word-changes.ts'

let shown: OperatorWords = demonstrationWords
let published: readonly { document: LegalDocument; version: string }[] = []
const listeners = new Set<() => void>()

/** The words that this process shows. */
export const shownWords = () => shown

/** Calls the listener after this process has read the words and the legal texts again. */
export function onNewWords(listener: () => void): void {
  listeners.add(listener)
}

/** What a page carries of the words, beside its own HTML. */
export function wordsOfPage() {
  const { claims, figures, areLegalTextsReviewed } = shown
  return { brand: changedBrand(), legal: legalVersions, claims, figures, areLegalTextsReviewed }
}

/**
 * Shows the stored words, and follows their changes by any process. The first start stores those of OPERATOR_FILE.
 * @returns what stops following
 */
export async function followWords(platform: Platform): Promise<() => void> {
  if ((await repository.findWords(platform.db)) === undefined) {
    const words = await readFirstWords(platform.settings)
    await repository.insertWords(platform.db, { words, now: platform.clock.now() })
  }
  await loadWords(platform)
  // A legal text takes effect when its day begins, without any change in the database.
  const timer = setInterval(() => showLegalVersions(platform), minuteMs)
  let reading = Promise.resolve()
  platform.live.watch((message) => {
    // After a lost connection a change may have been missed.
    if (message !== 'listening' && (typeof message === 'string' || message.topic !== 'operator')) return
    // One after the other, so that an older reading never replaces a newer one.
    reading = reading
      .then(() => loadWords(platform))
      .then(() => {
        for (const listener of listeners) listener()
      })
      .catch((error: unknown) => {
        platform.log.error({ err: error, where: 'operator' }, "the operator's words could not be read")
      })
  })
  return () => clearInterval(timer)
}

/** Reads the words that this process shows: an operator's command mails with them, too. */
export async function loadWords(platform: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  published = await listVersions(platform.db)
  showLegalVersions(platform)
  const words = await repository.findWords(platform.db)
  if (!words || JSON.stringify(words) === JSON.stringify(shown)) return
  shown = words
  const { claims: _claims, figures: _figures, testimonials: _testimonials, areLegalTextsReviewed: _, ...brand } = words
  applyBrand({ ...builtInBrand, ...brand })
}

function showLegalVersions({ clock }: Pick<Platform, 'clock'>): void {
  const today = localDay({ instant: clock.now(), zone })
  applyLegalVersions(versionsOn(today, published))
  const builtIn = legalDocuments.map((document) => ({ document, version: builtInLegalVersions[document] }))
  applyShownVersions({
    shown: Array.from({ length: shownForDays + 1 }, (_, days) =>
      versionsOn(addDays({ day: today, days: -days }), published),
    ),
    all: [...published.filter(({ version }) => version <= today), ...builtIn],
  })
}

/** @throws StartError for a file that cannot be read, or has other words than contract/operator.ts describes */
async function readFirstWords({ operatorFile, production, mailFrom }: Settings): Promise<OperatorWords> {
  const email = addressOf(mailFrom)
  const words = production ? firstWords({ email }) : demonstrationWords
  if (operatorFile === undefined) return words
  try {
    const typed = JSON.parse(await readFile(operatorFile, 'utf8')) as object
    return operatorWords.parse({ ...words, ...typed })
  } catch (error) {
    throw new StartError(`OPERATOR_FILE (${operatorFile}) cannot be used: ${reasonOf(error)}`, { cause: error })
  }
}

/** The address of «Senda <hola@senda.uy>», or of one without a name. */
function addressOf(sender: string): string {
  const [address = ''] = sender.slice(sender.indexOf('<') + 1).split('>')
  return address.includes('@') ? address.trim() : builtInBrand.email
}

function reasonOf(error: unknown): string {
  const { issues } = error as { issues?: { path: PropertyKey[]; message: string }[] }
  if (issues) return issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
  return error instanceof Error ? error.message : String(error)
}

export const wordsVersion = (words: OperatorWords) => versionOf({ words: JSON.stringify(words) })

/** The stored words, also those that this process does not show yet. */
export async function readWords({ db }: Platform): Promise<OperatorWords> {
  return (await repository.findWords(db)) ?? shown
}

/** Recorded among the actions of staff, which undo it. Refuses what another change came before. */
export async function changeWords(
  { db, clock }: Platform,
  { actor, words, version, reason }: { actor: Staff; words: OperatorWords; version: string; reason: string },
): Promise<OperatorWords> {
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    // A database that no server has started on has none yet.
    await repository.insertWords(tx, { words: shown, now })
    const before = await repository.lockWords(tx)
    requireVersion({ seen: version, current: wordsVersion(before), next: wordsVersion(words) })
    await repository.updateWords(tx, { words, now })
    await recordAction(tx, {
      targetType: 'operator',
      targetId: repository.wordsId,
      actionType: 'update',
      moderatorId: actor.userId,
      reason,
      details: { changes: wordChanges(before, words), before },
      now,
    })
    return words
  })
}

const target: ActionTarget<OperatorWords> = { type: 'operator', lock: (tx) => repository.lockWords(tx) }

export const operatorActions = {
  update: defineUndo({
    target,
    type: 'update',
    undo: {
      async apply(tx, { row, details, now }) {
        await repository.updateWords(tx, { words: repository.readStored(details.before), now })
        return { before: row }
      },
      mail: 'none',
      bell: 'none',
    },
  }),
}
