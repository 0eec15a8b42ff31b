import { expect } from 'vitest'

import type { Platform } from '#server/platform/platform.ts'
import { startTestServer } from './app-server.ts'
import { listStoredFiles, pdf, photo, registrationBody, registrationForm, type Upload } from './uploads.ts'

type Received = {
  status: number
  body: { code?: string; message?: string; centerId?: string; data?: unknown }
  /** What the browser keeps, as it sends it back. */
  cookie: string
}

/** Sends the wizard's request, over HTTP. */
export async function register(
  platform: Platform,
  input: {
    form?: unknown
    files?: Record<string, Upload | readonly Upload[]>
    url?: string
  },
): Promise<Received & { url: string }> {
  const url = input.url ?? (await startTestServer({ platform })).url
  const body = registrationBody({
    form: input.form ?? registrationForm({ email: 'elena@ejemplo.uy' }),
    files: input.files ?? {},
  })
  const response = await fetch(`${url}/api/v1/centers`, { method: 'POST', body })
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return { status: response.status, body: (await response.json()) as Received['body'], cookie, url }
}

/** The tables that a registration writes, with the number of rows in each. */
export async function countRows(platform: Platform): Promise<Record<string, number>> {
  const tables = ['users', 'profiles', 'center_profiles', 'professionals', 'weekly_hours', 'services'] as const
  const counts: Record<string, number> = {}
  for (const table of [...tables, 'compliance_checks', 'one_time_tokens', 'outbound_mails'] as const) {
    const row = await platform.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    counts[table] = Number(row.count)
  }
  return counts
}

/** Expects that no row and no file of a registration is left. */
export async function expectNothing(platform: Platform): Promise<void> {
  expect(Object.values(await countRows(platform)).every((count) => count === 0)).toBe(true)
  expect(await listStoredFiles(platform)).toEqual([])
}

export const registrationFiles = async () => ({
  profilePhoto: { content: await photo(), name: 'yo.jpg' },
  logo: { content: await photo({ background: '#fbf8f3' }), name: 'logo.png' },
  certifications: { content: pdf(), name: 'Título de grado.pdf' },
})
