// @vitest-environment happy-dom
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import type { DeskCall } from '#contract/desk-tasks.ts'
import { renderScreen, settle } from '#web/testing/screen.tsx'
// Loaded here because the dialog would otherwise load it only when it opens.
import '#web/ui/dialog-popup.tsx'
import { CallsDialog } from './calls-dialog.tsx'

const call: DeskCall = {
  appointmentId: '01900000-0000-7000-8000-000000000001',
  name: 'Delia Ríos',
  phone: '+598 99 123 456',
  professionalName: 'Omar Silva',
  wasAt: '2026-11-23T13:00:00.000Z',
  startsAt: null,
  calledAt: null,
}
const lists: (() => unknown)[] = []

vi.mock('#web/platform/api.ts', async () => {
  const { fakeApi } = await import('#web/testing/screen.tsx')
  const tools = fakeApi(({ route }) => (route === 'agenda.tasks' ? lists.shift()?.() : { called: true }))
  return { useApi: () => tools }
})

test('the tick of a call stays while the list is refetched, however long that takes', async () => {
  const refetched = Promise.withResolvers<unknown>()
  lists.push(
    () => ({ calls: [call], toClose: [], unconfirmed: 0 }),
    () => refetched.promise,
  )
  await renderScreen(<CallsDialog centerId="c" open onClose={() => undefined} />)
  const box = () => document.querySelector<HTMLInputElement>('input[type=checkbox]')
  await act(async () => box()?.click())
  await settle()
  expect(box()?.checked).toBe(true)
  refetched.resolve({ calls: [{ ...call, calledAt: '2026-11-20T12:00:00.000Z' }], toClose: [], unconfirmed: 0 })
  await settle()
  expect(box()?.checked).toBe(true)
})
