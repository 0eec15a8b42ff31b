// @vitest-environment happy-dom
import { expect, test } from 'vitest'

import type { CenterProfile } from '#contract/centers.ts'
import { renderScreen } from '#web/testing/screen.tsx'

import { ProfileProof } from './profile-proof.tsx'

const center = { verified: true, verifiedSince: '2026-02-01T12:00:00Z', approvedChecks: [] } as unknown as CenterProfile

test('the proof of a verified centre names the approved documents with their dates, and no other document', async () => {
  const approvedChecks: CenterProfile['approvedChecks'] = [
    { type: 'identity', checkedAt: '2026-01-20T12:00:00Z' },
    { type: 'certification', checkedAt: '2026-01-22T12:00:00Z' },
  ]
  await renderScreen(<ProfileProof center={{ ...center, approvedChecks }} />)
  expect(document.body.textContent).toContain('Identidad: 20 de enero de 2026')
  expect(document.body.textContent).toContain('Certificaciones: 22 de enero de 2026')
  expect(document.body.textContent).not.toMatch(/seguro|habilitación/i)
})

test('a centre without the badge shows no proof', async () => {
  await renderScreen(<ProfileProof center={{ ...center, verified: false }} />)
  expect(document.body.textContent).toBe('')
})
