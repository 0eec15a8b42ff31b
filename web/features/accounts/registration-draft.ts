import { draftPrefix } from '#web/platform/session.ts'

import type { Registration } from './registration.ts'

const key = `${draftPrefix}register`
const kept = ['firstName', 'lastName', 'email', 'phone', 'address', 'emergencyContact'] as const

export type RegistrationDraft = Partial<Pick<Registration, (typeof kept)[number]>>

/** What was typed so far in this tab; never the password. */
export function readDraft(): RegistrationDraft {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    if (typeof found !== 'object' || found === null) return {}
    return Object.fromEntries(
      Object.entries(found).filter(
        ([name, value]) => kept.some((field) => field === name) && typeof value === 'string',
      ),
    )
  } catch {
    return {}
  }
}

export function writeDraft(typed: Partial<Registration>): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(kept.map((name) => [name, typed[name]]))))
  } catch {
    // A full or forbidden storage costs the draft, not the registration.
  }
}

export function dropDraft(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept, then.
  }
}
