import { expect, test } from 'vitest'
import { buildCenter } from '#server/testing/builders.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { deleteUnusedWords } from '../repository/vocabulary.ts'
import { purgeVocabulary } from './purge-vocabulary.ts'
import { searchCenters } from './search-centers.ts'

const platform = await testPlatform()
const { db } = platform

const rename = (centerId: string, name: string) =>
  db.updateTable('center_profiles').set({ center_name: name }).where('id', '=', centerId).execute()

async function words(): Promise<string[]> {
  const rows = await db.selectFrom('search_vocabulary').select('word').execute()
  return rows.map(({ word }) => word)
}

test('words that no centre has any more are deleted, and the others stay', async () => {
  const { centerId } = await buildCenter(platform, { name: 'Casa Ñandubay' })
  await buildCenter(platform, { name: 'Casa Guaviyú' })
  for (let n = 0; n < 10; n++)
    await rename(
      centerId,
      Array.from({ length: 40 }, (_, k) => `palabra${n * 40 + k}`)
        .join(' ')
        .slice(0, 200),
    )
  await rename(centerId, 'Casa Arazá')
  expect(await words()).toEqual(expect.arrayContaining(['nandubay', 'palabra0', 'araza', 'guaviyu']))
  await purgeVocabulary(platform)
  const remaining = await words()
  expect(remaining).toEqual(expect.arrayContaining(['araza', 'guaviyu', 'casa', 'montevideo']))
  expect(remaining.filter((word) => word === 'nandubay' || word.startsWith('palabra'))).toEqual([])
})

test('a centre that gets a word while the word is being deleted is found by it', async () => {
  const { centerId } = await buildCenter(platform, { name: 'Casa Coronilla' })
  await rename(centerId, 'Casa Vacía')
  let renamed: Promise<unknown> = Promise.resolve()
  await db.transaction().execute(async (tx) => {
    await deleteUnusedWords(tx, { words: ['coronilla'] })
    renamed = rename(centerId, 'Casa Coronilla')
    // Long enough for the other transaction to wait for the lock.
    await new Promise((resolve) => setTimeout(resolve, 200))
  })
  await renamed
  expect((await searchCenters(platform, { q: 'coronilla' })).total).toBe(1)
  // In the reverse order, a word that a centre got after it was listed stays.
  await db.transaction().execute((tx) => deleteUnusedWords(tx, { words: ['coronilla'] }))
  expect(await words()).toContain('coronilla')
})
