import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, inject } from 'vitest'
import { runCommand } from '../admin/run-command.ts'
import { newId } from '../platform/ids.ts'
import { readSettings } from '../platform/settings.ts'
import { administer, urlOfDatabase } from './databases.ts'
import type { TestPlatform } from './platform.ts'

/** An operator's machine for the database of a test: its commands, and settings for other machines. All ends with the file. */
export function operatorsMachine(platform: TestPlatform) {
  const folder = mkdtempSync(join(tmpdir(), 'senda-operator-'))
  const databases: string[] = []
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    for (const name of databases)
      await administer(inject('postgres').url, `drop database if exists ${name} with (force)`)
  })
  const env = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://senda.example',
    DATABASE_URL: platform.databaseUrl,
    DATA_DIR: platform.settings.dataDir,
    SECRET_KEY: 'test'.repeat(8),
    RECORD_KEYS: `test:${Buffer.alloc(32, 'health').toString('base64')}`,
    LOG_LEVEL: 'silent',
  }
  return {
    folder,
    env,
    admin: (words: readonly string[], variables: NodeJS.ProcessEnv = {}) =>
      runCommand({ words, settings: () => readSettings({ ...env, ...variables }) }),
    /** The settings of another machine: an empty database and no files. */
    async emptyServer() {
      const name = `senda_other_${newId().replaceAll('-', '')}`
      await administer(inject('postgres').url, `create database ${name} template template0`)
      databases.push(name)
      return { DATABASE_URL: urlOfDatabase(inject('postgres').url, name), DATA_DIR: join(folder, name) }
    },
  }
}
