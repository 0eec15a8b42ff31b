// @vitest-environment happy-dom
import { act, useEffect, useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'

import { press, renderScreen, settle } from '#web/testing/screen.tsx'
import { useConfirmAppointment } from './confirm-appointment.ts'

const { confirm, session } = vi.hoisted(() => ({ confirm: vi.fn(), session: { renewed: Promise.resolve() } }))
vi.mock('#web/platform/api.ts', async () => {
  const { fakeApi } = await import('#web/testing/screen.tsx')
  const tools = fakeApi(({ input }) => confirm(input))
  return { useApi: () => tools }
})
vi.mock('#web/platform/session.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  accessToken: () => session.renewed,
}))

function Booking() {
  const { mutate, data } = useConfirmAppointment()
  return (
    <button type="button" onClick={() => mutate({ appointmentId: 'a', terms: 'first' })}>
      {data ? 'Confirmada' : 'Confirmar'}
    </button>
  )
}

const page = { leave: (): void => undefined }
function Page() {
  const [isLeft, setLeft] = useState(false)
  useEffect(() => {
    page.leave = () => setLeft(true)
  }, [])
  return isLeft ? null : <Booking />
}

beforeEach(async () => {
  confirm.mockReset().mockResolvedValue({ id: 'a' })
  await renderScreen(<Page />)
})

test('a confirmation waits for the renewal of the session', async () => {
  const renewal = Promise.withResolvers<void>()
  session.renewed = renewal.promise
  await press('Confirmar')
  expect(confirm).not.toHaveBeenCalled()
  renewal.resolve()
  await vi.waitFor(async () => {
    await settle()
    expect(document.body.textContent).toBe('Confirmada')
  })
})

test('a confirmation that waits for the renewal of the session is not sent once its page was left', async () => {
  const renewal = Promise.withResolvers<void>()
  session.renewed = renewal.promise
  await press('Confirmar')
  await act(async () => page.leave())
  renewal.resolve()
  await settle()
  expect(confirm).not.toHaveBeenCalled()
})
