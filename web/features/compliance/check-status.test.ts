import { expect, it } from 'vitest'

import type { ComplianceCheck } from '#contract/compliance.ts'

import { statusOn } from './check-status.ts'

const approved: ComplianceCheck = {
  id: 'c',
  type: 'license',
  status: 'approved',
  expiryDate: '2026-12-20',
  notes: '',
  requestReason: null,
  fileName: 'habilitación.pdf',
  checkedAt: null,
  createdAt: '2026-01-01T12:00:00Z',
}

it('reports an approved document as approved until its last day, and as expired from the day after', () => {
  expect(statusOn({ check: approved, today: '2026-12-20' })).toBe('approved')
  expect(statusOn({ check: approved, today: '2026-12-21' })).toBe('expired')
})

it('reports a check without a file as missing', () => {
  expect(statusOn({ check: undefined, today: '2026-12-01' })).toBe('missing')
  expect(statusOn({ check: { ...approved, status: 'pending', fileName: null }, today: '2026-12-01' })).toBe('missing')
})
