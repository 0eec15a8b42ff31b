import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'

import './lighter-browser.ts'
// Loaded here because the first write would otherwise wait for it.
import '#web/platform/api-client.ts'
import { createQueryClient } from '#web/platform/query-client.ts'
import { type Api, createQueries } from '#web/platform/query-tools.ts'

/** A call of a route, by its place in the contract: `practice.update`. */
export type Call = { route: string; input: unknown }
export type Respond = (call: Call) => unknown

/**
 * What `useApi` gives a screen under test: a server that exists only in the test. Every call goes to `respond`, which returns
 * the server's response or throws its error. A test installs it with `vi.mock('#web/platform/api.ts', …)`.
 */
export function fakeApi(respond: Respond) {
  const api = routesAt([], respond) as Api
  return { api, queries: createQueries(api) }
}

function routesAt(path: readonly string[], respond: Respond): unknown {
  const call = async (input: unknown) => respond({ route: path.join('.'), input })
  return new Proxy(call, {
    get: (_, name) => (typeof name === 'string' && name !== 'then' ? routesAt([...path, name], respond) : undefined),
  })
}

/** The server's response when it refuses one field of a request. */
export function refusalOf(...fields: { path: string; message: string }[]) {
  return Object.assign(new Error('refused'), { code: 'request.invalid', status: 422, data: { fields } })
}

/** As in the application, but a refused query fails immediately instead of after its retries. */
const withoutRetries = () => createQueryClient({ retry: false })

/** Renders a screen in a browser-like document, until the test ends. */
export async function renderScreen(screen: ReactNode, queryClient = withoutRetries()) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(async () => {
    await act(async () => root.unmount())
    place.remove()
  })
  await act(async () => {
    root.render(<QueryClientProvider client={queryClient}>{screen}</QueryClientProvider>)
  })
  await settle()
}

/** Lets pending requests finish and the screen re-render. */
export async function settle(): Promise<void> {
  await act(async () => {
    await new Promise((done) => setTimeout(done, 20))
  })
}

const controlOf = (name: string) =>
  document.querySelector<HTMLInputElement | HTMLSelectElement>(
    `[name="${CSS.escape(name)}"], [role=${CSS.escape(name)}]`,
  )

/** Types a text into the field of this name or role, or chooses it there. */
export async function type(name: string, value: string): Promise<void> {
  const control = controlOf(name)
  if (!control) throw new Error(`no field ${name}`)
  // React tracks the element's own value property: only the setter of its class notifies React.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value') ?? {}
  await act(async () => {
    set?.call(control, value)
    control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
  })
}

/** A password manager writes from a world of its own, or runs its script in the page. */
export const fillWays = ['an extension', "a page's script"] as const

/** Puts a text into a field as a password manager that fires no event. */
export function fillWithoutEvents(
  field: HTMLInputElement | HTMLTextAreaElement,
  text: string,
  way: (typeof fillWays)[number],
): void {
  if (way === 'an extension')
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
  else field.value = text
}

/** Presses the button or the list option with this text, once it appears. */
export async function press(label: string): Promise<void> {
  const find = () =>
    [...document.querySelectorAll<HTMLElement>('button, [role=option]')].find(
      (each) => (each.getAttribute('aria-label') ?? each.textContent) === label,
    )
  for (let waits = 0; waits < 50 && !find(); waits += 1) await settle()
  const element = find()
  if (!element) throw new Error(`no button ${label}`)
  await act(async () => element.click())
  await settle()
}

/** Ticks the box of this name and value, once it appears. */
export async function tick(name: string, value: string): Promise<void> {
  const find = () => document.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`)
  for (let waits = 0; waits < 50 && !find(); waits += 1) await settle()
  const box = find()
  if (!box) throw new Error(`no box ${name} ${value}`)
  await act(async () => box.click())
}

/** Submits the form, as its button does. */
export async function submit(): Promise<void> {
  const form = document.querySelector('form')
  await act(async () => {
    form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  })
  await settle()
}

/** Whether a message is accessible: as an element's description, or in an alert. */
export function isTied(message: string): boolean {
  const described = [...document.querySelectorAll('[aria-describedby]')].flatMap((element) =>
    (element.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)),
  )
  const alerts = [...document.querySelectorAll('[role=alert]')]
  return [...described, ...alerts].some((element) => element?.textContent?.includes(message))
}

/** The message beside a field's control, or beside its group. */
export function messagesBeside(name: string): string {
  const controls = [...document.querySelectorAll(`[name="${CSS.escape(name)}"]`)]
  const described = controls.flatMap((control) => [control, control.parentElement?.closest('[aria-describedby]')])
  const ids = described.flatMap((element) => element?.getAttribute('aria-describedby')?.split(' ') ?? [])
  return [...new Set(ids)].map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}
