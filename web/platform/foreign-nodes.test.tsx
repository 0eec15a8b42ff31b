// @vitest-environment happy-dom
import { runInThisContext } from 'node:vm'
import { act } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

const phone = '099 123 456'

/** Modules that have not hydrated a page yet. */
async function loadPage() {
  vi.resetModules()
  const [{ PageHydrated }, { hydrateAsServed, noteServed }] = await Promise.all([
    import('./page-hydrated.tsx'),
    import('./foreign-nodes.ts'),
  ])
  const page = (
    <PageHydrated>
      <main>
        <h1>Contacto</h1>
        <p>
          Llama al {phone} o <em>escríbenos</em>.
        </p>
        <form>
          <label>
            Nombre <input name="name" defaultValue="" />
          </label>
          <textarea name="message" defaultValue="" />
        </form>
      </main>
    </PageHydrated>
  )
  return { page, hydrateAsServed, noteServed }
}

/** The server's page, whose elements the script in the head has noted. */
async function openServedPage() {
  const { page, hydrateAsServed, noteServed } = await loadPage()
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  document.body.innerHTML = renderToString(page)
  runInThisContext(`(self) => {${noteServed}}`)(globalThis)
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
  // An extension was faster than the page.
  document.querySelector('em')?.remove()
  expect(await hydrate()).not.toEqual([])
  const now = document.querySelector('input')
  await vi.waitFor(() => expect(now?.value).toBe('Ana Suárez'))
  expect([now === field, document.activeElement === now]).toEqual([false, true])
})

/** Puts a part of a text of the page into an element, as a highlighter does. */
function wrap(found: string, tag: string): Element {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    const at = text.data.indexOf(found)
    if (at === -1) continue
    const part = text.splitText(at)
    part.splitText(found.length)
    const element = document.createElement(tag)
    part.replaceWith(element)
    element.append(part)
    return element
  }
  throw new Error(`the page has no text ${found}`)
}

test.each(['mark', 'a', 'span', 'font'])(
  'texts in %s elements of another program are as the server wrote them, and neither the page nor what was typed is replaced',
  async (tag) => {
    const { field, hydrate } = await openServedPage()
    const texts = document.body.textContent
    const title = document.querySelector('h1')
    field.focus()
    field.value = 'Ana Suárez'
    for (const found of ['tact', '123', 'al', 'escrí', 'Nombre']) wrap(found, tag)

    expect(await hydrate()).toEqual([])
    expect(document.body.textContent).toBe(texts)
    expect(document.querySelectorAll(tag)).toHaveLength(0)
    expect([title?.isConnected, field.isConnected, field.value]).toEqual([true, true, 'Ana Suárez'])
    expect(document.activeElement).toBe(field)
  },
)

test('a text that another program has replaced is as the server wrote it, and an icon beside it stays', async () => {
  const { hydrate } = await openServedPage()
  const title = document.querySelector('h1')
  const translation = document.createElement('font')
  translation.textContent = 'Contact'
  const icon = document.createElement('i')
  title?.replaceChildren(icon, translation)
  expect(await hydrate()).toEqual([])
  await vi.waitFor(() => expect(icon.isConnected).toBe(true))
  expect([title?.isConnected, title?.textContent]).toEqual([true, 'Contacto'])
})
