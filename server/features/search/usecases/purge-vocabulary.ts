import type { Platform } from '#server/platform/platform.ts'
import { deleteUnusedWords, listWords } from '../repository/vocabulary.ts'

const batch = 200

/** Deletes the words that no centre has any more, including the names of people who left. */
export async function purgeVocabulary({ db }: Platform): Promise<void> {
  let after = ''
  for (;;) {
    const from = after
    const listed = await db.transaction().execute((tx) => listWords(tx, { after: from, limit: batch }))
    const words = listed.filter(({ isUnused }) => isUnused).map(({ word }) => word)
    if (words.length > 0) await db.transaction().execute((tx) => deleteUnusedWords(tx, { words }))
    const last = listed.at(-1)
    if (last === undefined || listed.length < batch) return
    after = last.word
  }
}
