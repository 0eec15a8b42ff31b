// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { useDialogState } from './use-dialog-state.ts'

const seen: ReturnType<typeof useDialogState<string>>[] = []
const latest = () => seen.at(-1)

function Dialogs() {
  seen.push(useDialogState<string>())
  return null
}

test('a dialog that closes late leaves the one that was opened after it open', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const root = createRoot(document.createElement('div'))
  await act(async () => root.render(<Dialogs />))
  await act(async () => latest()?.show('result'))
  const closeResult = latest()?.close
  await act(async () => closeResult?.())
  expect(latest()?.isOpen).toBe(false)
  await act(async () => latest()?.show('calls'))
  await act(async () => closeResult?.())
  expect(latest()).toMatchObject({ subject: 'calls', isOpen: true })
  await act(async () => latest()?.close())
  expect(latest()?.isOpen).toBe(false)
  await act(async () => root.unmount())
})
