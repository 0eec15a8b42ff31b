// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { openNewVersion } from '#web/platform/new-version.ts'
import { noteTyping } from '#web/platform/noted-typing.ts'
import { watchForNewVersion } from './new-version-watch.ts'

noteTyping()

afterEach(async () => {
  // Until the page is watched no more.
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  sessionStorage.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** The typed text of a dialog that the reload closed. */
async function reloadWithTypedNote(): Promise<void> {
  document.body.innerHTML = '<textarea name="note"></textarea>'
  const note = document.querySelector('textarea')
  if (!note) throw new Error('no note')
  watchForNewVersion()
  note.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  note.value = 'Trae los estudios'
  note.dispatchEvent(new Event('input', { bubbles: true }))
  vi.spyOn(location, 'reload').mockReturnValue()
  vi.useFakeTimers()
  void openNewVersion()
  document.body.innerHTML = '<main></main>'
  watchForNewVersion()
}

/** One change of the page, and the time for the observer to hear of it. */
async function changePage(html = '<span>14:30</span>'): Promise<void> {
  document.querySelector('main')?.insertAdjacentHTML('beforeend', html)
  await vi.advanceTimersByTimeAsync(10)
}

test('a page that changes a hundred times in a second is searched for the fields of typed text a few times only', async () => {
  await reloadWithTypedNote()
  const search = vi.spyOn(document, 'querySelectorAll')
  for (let n = 0; n < 100; n++) await changePage()
  expect(search.mock.calls.length).toBeGreaterThan(0)
  expect(search.mock.calls.length).toBeLessThanOrEqual(4)
})

test('a field that appears later receives the typed text within a quarter of a second, and the page is watched no more', async () => {
  await reloadWithTypedNote()
  await changePage('<textarea name="note"></textarea>')
  await vi.advanceTimersByTimeAsync(250)
  expect(document.querySelector('textarea')?.value).toBe('Trae los estudios')
  const search = vi.spyOn(document, 'querySelectorAll')
  await changePage()
  await vi.advanceTimersByTimeAsync(1000)
  expect(search).not.toHaveBeenCalled()
})
