import bowser from 'bowser'

import type { OpenSession } from '#contract/sessions.ts'

type Device = Pick<OpenSession, 'device' | 'kind'>

const kinds = new Map<string, OpenSession['kind']>([
  ['mobile', 'phone'],
  ['tablet', 'tablet'],
  ['desktop', 'computer'],
])

/** A readable name for a user agent: "Chrome en Android". Any client can send any text, so it proves nothing. */
export function describeDevice(userAgent: string | null): Device {
  if (!userAgent) return { device: null, kind: 'unknown' }
  const { browser, os, platform } = bowser.parse(userAgent)
  const program = browser.name?.replace(/ for Android$/, '')
  const known = [program, os.name].filter((name) => name !== undefined && name !== '')
  return {
    device: known.length > 0 ? known.join(' en ') : null,
    kind: kinds.get(platform.type ?? '') ?? 'unknown',
  }
}
