// @vitest-environment happy-dom
import { runInThisContext } from 'node:vm'
import { act } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

/** Modules that have not hydrated a page yet. */
async function loadPage() {
  vi.resetModules()
  const [{ PageHydrated }, { hydrateAsServed, noteParsedElements }] = await Promise.all([
    import('./page-hydrated.tsx'),
    import('./foreign-nodes.ts'),
  ])
  const page = (
    <PageHydrated>
      <main>
        <h1>Contacto</h1>
        <form>
          <label>
            Nombre <input name="name" defaultValue="" />
          </label>
          <textarea name="message" defaultValue="" />
        </form>
      </main>
    </PageHydrated>
  )
  return { page, hydrateAsServed, noteParsedElements }
}

/** The server's page, whose elements the script in the head has noted. */
async function openServedPage() {
  const { page, hydrateAsServed, noteParsedElements } = await loadPage()
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  document.body.innerHTML = renderToString(page)
  runInThisContext(`(self) => {${noteParsedElements}}`)(globalThis)
  Object.defineProperty(document, 'readyState', { configurable: true, value: 'interactive' })
  document.dispatchEvent(new Event('readystatechange'))
  const field = document.querySelector('input')
  if (!field) throw new Error('the page has no field')
  /** @returns the problems that React reports */
  async function hydrate(): Promise<unknown[]> {
    const problems: unknown[] = []
    const onRecoverableError = (problem: unknown) => problems.push(problem)
    await act(async () => hydrateAsServed(() => void hydrateRoot(document.body, page, { onRecoverableError })))
    return problems
  }
  return { field, hydrate }
}

test('an extension’s elements before hydration stay, and neither the page nor what was typed is replaced', async () => {
  const { field, hydrate } = await openServedPage()
  const title = document.querySelector('h1')
  field.value = 'Ana Suárez'
  const icon = document.createElement('div')
  field.before(icon)
  document.querySelector('form')?.prepend(document.createElement('extension-frame'))
  field.setAttribute('data-password-manager', 'true')

  expect(await hydrate()).toEqual([])
  await vi.waitFor(() => expect(icon.isConnected).toBe(true))
  expect([title?.isConnected, field.isConnected, field.value]).toEqual([true, true, 'Ana Suárez'])
  expect(icon.nextElementSibling).toBe(field)
})

test('what was typed and the focus survive when React has to render the page again', async () => {
  const { field, hydrate } = await openServedPage()
  field.focus()
  field.value = 'Ana Suárez'
  // A translator was faster than the page.
  document.querySelector('h1')?.replaceChildren(document.createElement('font'))
  expect(await hydrate()).not.toEqual([])
  const now = document.querySelector('input')
  await vi.waitFor(() => expect(now?.value).toBe('Ana Suárez'))
  expect([now === field, document.activeElement === now]).toEqual([false, true])
})
