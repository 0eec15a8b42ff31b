import { expect, test, vi } from 'vitest'
import { MissingPart, setRenewal } from './missing-part.ts'

test('a press before the renewal has loaded opens the new version as soon as it has', async () => {
  const openNewVersion = vi.fn(async () => undefined)
  const opening = new MissingPart().openNewVersion()
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(openNewVersion).not.toHaveBeenCalled()
  setRenewal({ openNewVersion, reloadPage: () => undefined })
  await opening
  expect(openNewVersion).toHaveBeenCalledOnce()
})
