// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'

import { teamErrors } from '#contract/team.ts'
import { messagesBeside, renderScreen, submit, type } from '#web/testing/screen.tsx'
import { toastStore } from '#web/ui/toast.ts'

// Loaded beforehand: the dialog itself loads it when it opens.
import '#web/ui/dialog-popup.tsx'
import { InviteDialog } from './invite-dialog.tsx'

vi.mock('#web/platform/api.ts', async () => {
  const { fakeApi } = await import('#web/testing/screen.tsx')
  const tools = fakeApi(() => {
    throw Object.assign(new Error(teamErrors['team.mailbox_full'].message), { code: 'team.mailbox_full', status: 429 })
  })
  return { useApi: () => tools }
})

test('an invitation that the mail limit withheld says so beside the address, and never that it was sent', async () => {
  await renderScreen(<InviteDialog centerId="c" professionals={[]} open onClose={() => undefined} />)
  await type('email', 'rita@ejemplo.uy')
  await submit()
  expect(messagesBeside('email')).toContain('No enviamos la invitación')
  expect(toastStore.getSnapshot()).toEqual([])
})
