import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import { createDiskFiles, newFileName } from './file-store.ts'
import { storeFiles } from './files.ts'

test.each([
  ['was refused', new Error('a constraint'), 0],
  ['found the database full', databaseError('53100'), 0],
  ['waited for a lock in vain', databaseError('55P03'), 0],
  // Once COMMIT was sent, a row may name the file.
  ['may have happened', new Error('Connection terminated unexpectedly'), 1],
  ['was cut with the server', databaseError('57P01'), 1],
])('a file whose transaction %s stays only if a row may name it', async (_, failure, stays) => {
  const folder = await mkdtemp(join(tmpdir(), 'senda-files-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const files = createDiskFiles({ folder })
  const written = [{ name: `${newFileName({ prefix: 'avatar' })}.webp`, content: new Uint8Array([1, 2, 3]) }]
  await expect(storeFiles({ files, written, commit: () => Promise.reject(failure) })).rejects.toBe(failure)
  expect(await readdir(folder)).toHaveLength(stays)
})

function databaseError(code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('of PostgreSQL', 0, 'error'), { code })
}
