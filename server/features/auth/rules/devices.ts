import bowser from 'bowser'

import type { OpenSession } from '#contract/sessions.ts'

type Device = Pick<OpenSession, 'device' | 'kind'>

const kinds = new Map<string, OpenSession['kind']>([
  ['mobile', 'phone'],
  ['tablet', 'tablet'],
  ['desktop', 'computer'],
])

/** What a program says of itself, in words: "Chrome en Android". Anybody can say anything, so it only helps to recognise one's own. */
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
