import { legalVersions } from '#contract/brand.ts'
import type { CenterSearchResult } from '#contract/center-search.ts'
import type { CenterProfile } from '#contract/centers.ts'

import type { DrivenBrowser } from './driven-browser.ts'
import { newPerson, type Person } from './person.ts'

type Kind = 'button' | 'link' | 'field' | 'heading' | 'text' | 'item'

const patienceMs = 20_000
const marked = '[data-journey]'

/** Presses and reads like a visitor: finds things by their names, in any browser. */
class Visitor {
  private readonly browser: DrivenBrowser
  private readonly origin: string

  constructor({ browser, origin }: { browser: DrivenBrowser; origin: string }) {
    this.browser = browser
    this.origin = origin
  }

  async open(path: string): Promise<void> {
    // Firefox and WebKit drop a navigation that starts while the page replaces its own address.
    for (let tries = 1; tries <= 5; tries += 1) {
      await this.browser.open(this.origin + path).catch(() => undefined)
      if ((await this.browser.read('location.pathname + location.search').catch(String)) === path) break
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    await this.until(`React marks the page ${path}`, isInteractive.toString(), [])
  }

  async sees(kind: Kind, name: RegExp, withinMs = patienceMs): Promise<true> {
    return await this.until(`the page has a ${kind} ${name}`, mark.toString(), [kind, name.source], withinMs)
  }

  async press(kind: Kind, name: RegExp): Promise<void> {
    await this.act({ kind, name, act: () => this.browser.press(marked) })
  }

  /** Like a visitor, presses again when nothing has opened: a page that moves under the pointer loses a press. */
  async pressUntilOpen({ menu, item, opened }: { menu: RegExp; item: RegExp; opened: RegExp }): Promise<void> {
    for (let tries = 1; tries <= 3; tries += 1) {
      await this.press('button', menu)
      await this.press('item', item)
      if (await this.sees('field', opened, 7_000).catch(() => false)) return
    }
    await this.sees('field', opened)
  }

  async type(name: RegExp, text: string): Promise<void> {
    await this.act({ kind: 'field', name, act: () => this.browser.type(marked, text) })
  }

  /** React may replace an element between finding it and the press, so the visitor looks for it again. */
  private async act({ kind, name, act }: { kind: Kind; name: RegExp; act: () => Promise<void> }): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      await this.sees(kind, name)
      try {
        await act()
        return
      } catch (error) {
        if (tries === 10) throw new Error(`The ${kind} ${name} cannot be used.`, { cause: error })
        await new Promise((resolve) => setTimeout(resolve, 300))
      }
    }
  }

  async isAt(path: string): Promise<void> {
    await this.until(`the address is ${path}`, '(path) => location.pathname === path', [path])
  }

  private async until(what: string, test: string, input: unknown[], withinMs = patienceMs): Promise<true> {
    const expression = `(${test})(${input.map((value) => JSON.stringify(value)).join()})`
    const deadline = Date.now() + withinMs
    while (Date.now() < deadline) {
      // A page that is being replaced cannot be read.
      if (await this.browser.read(expression).catch(() => false)) return true
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const page = await this.browser.read('location.pathname + "\\n" + document.body.innerText').catch(String)
    throw new Error(`It is not true that ${what}. The page says:\n${String(page).slice(0, 2000)}`)
  }
}

// These two run in the page, so they use nothing from outside.

function isInteractive(): boolean {
  const main = document.querySelector('main')
  const parts = [main, main?.querySelector('h1') ?? main]
  return parts.every((part) => part && Object.keys(part).some((key) => key.startsWith('__react')))
}

function mark(kind: string, source: string): boolean {
  const isTurning =
    CSS.supports('selector(:active-view-transition)') && document.querySelector(':active-view-transition')
  // The picture of the page that leaves receives the presses.
  if (isTurning) return false
  const name = new RegExp(source, 'u')
  const plain = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const selectors: Record<string, string> = {
    button: 'button',
    link: 'a[href]',
    field: 'input, textarea',
    heading: 'h1, h2, h3',
    item: '[role=menuitem]',
    text: 'p, span, div, li, dd, [role=timer]',
  }
  // A dialog covers the page.
  const scope = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? document
  const nameOf = (element: Element) => {
    const labels = (element as HTMLInputElement).labels ?? []
    return plain(element.getAttribute('aria-label') ?? labels[0]?.textContent ?? element.textContent)
  }
  const found = [...scope.querySelectorAll<HTMLElement>(selectors[kind] ?? '')].filter((element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && !element.matches(':disabled, [aria-disabled=true]') && name.test(nameOf(element))
  })
  // Visitors of one test run at the same time choose different times.
  const before = found.find((element) => element.hasAttribute('data-journey'))
  const chosen = before ?? (kind === 'button' ? found[Math.floor(Math.random() * found.length)] : found[0])
  if (!chosen) return false
  // An open menu is in view, and closes when the page scrolls.
  if (kind !== 'item') chosen.scrollIntoView({ block: 'center', behavior: 'instant' })
  // A visitor does not press what is still moving.
  const { left, top } = chosen.getBoundingClientRect()
  const place = `${left} ${top}`
  const isStill = chosen.getAttribute('data-journey') === place
  for (const other of document.querySelectorAll('[data-journey]')) other.removeAttribute('data-journey')
  chosen.setAttribute('data-journey', place)
  return isStill
}

/** A patient signs in, searches, books, pays and writes to the centre. `site`: the server, for what the journey needs before. */
export async function takePatientJourney(input: {
  browser: DrivenBrowser
  origin: string
  site: string
}): Promise<void> {
  const visitor = new Visitor(input)
  const person = newPerson()
  await registerPatient(input.site, person)
  const center = await findCenter(input.site)

  await visitor.open('/login')
  await visitor.type(/^Correo electrónico/, person.email)
  await visitor.type(/^Contraseña/, person.password)
  await visitor.press('button', /^Iniciar sesión$/)
  await visitor.isAt('/dashboard')
  await visitor.sees('heading', /^Mi Dashboard$/)

  await visitor.open('/')
  await visitor.type(/^Qué necesitas/, center.name)
  await visitor.press('button', /^Buscar$/)
  await visitor.isAt('/centers')
  await visitor.press('link', exactly(center.name))
  await visitor.isAt(`/centers/${center.id}`)

  await visitor.press('link', /^Reservar (?!hora|con |en )\S/)
  await visitor.sees('heading', /^Reservar (en|con) /)
  await visitor.press('button', /^\d\d:\d\d$/)
  await visitor.sees('text', /^Tu hora, guardada (?:10:00|9:[0-5]\d)$/)
  await visitor.press('button', /^Confirmar reserva/)
  await visitor.sees('heading', /^(¡Reserva confirmada!|Tu hora está reservada)/)

  await visitor.open('/dashboard')
  await visitor.pressUntilOpen({ menu: /^Más: /, item: /^Pagar$/, opened: /^Número de tarjeta/ })
  await visitor.type(/^Número de tarjeta/, '4111111111111111')
  await visitor.type(/^Nombre como/, `${person.firstName} ${person.lastName}`)
  await visitor.type(/^Vencimiento/, '1239')
  await visitor.type(/^CVV/, '123')
  await visitor.press('button', /^Pagar \$/)
  await visitor.sees('text', /^¡Pago exitoso!/)

  await visitor.open(`/centers/${center.id}`)
  await visitor.press('link', /^Enviar mensaje/)
  await visitor.type(/^Mensaje para/, 'Buenas tardes, ¿atienden los sábados?')
  await visitor.press('button', /^Enviar$/)
  await visitor.sees('text', /Tú: Buenas tardes, ¿atienden los sábados\?/)
}

/** The code of messages arrives once the page is idle. */
async function untilIdle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 2000))
}

type Network = { setReachable: (isReachable: boolean) => void }

/** What a press loads can be pressed again after a lost connection: a sign-in, the support panel, another provider. */
export async function losesConnection(input: { browser: DrivenBrowser; origin: string; site: string } & Network) {
  const visitor = new Visitor(input)
  const person = newPerson()
  await registerPatient(input.site, person)

  await visitor.open('/')
  await visitor.sees('button', /^Soporte/)
  await untilIdle()
  input.setReachable(false)
  await visitor.press('button', /^Soporte/)
  await visitor.sees('text', /^No pudimos conectarnos/)
  input.setReachable(true)
  await visitor.press('button', /^Soporte/)
  await visitor.sees('button', /^Minimizar/)

  await visitor.open('/login')
  await visitor.type(/^Correo electrónico/, person.email)
  await visitor.type(/^Contraseña/, person.password)
  await untilIdle()
  input.setReachable(false)
  await visitor.press('button', /^Continuar con Google/)
  await visitor.sees('text', /^Error al conectar con Google/)
  await visitor.press('button', /^Iniciar sesión$/)
  await visitor.sees('text', /^No pudimos conectarnos/)
  input.setReachable(true)
  await visitor.press('button', /^Iniciar sesión$/)
  await visitor.isAt('/dashboard')

  await visitor.open('/account?seccion=sesiones')
  await visitor.sees('button', /^Cerrar todas/)
  await untilIdle()
  input.setReachable(false)
  await visitor.press('button', /^Cerrar todas/)
  await visitor.sees('text', /^No pudimos conectarnos/)
  input.setReachable(true)
  await visitor.press('button', /^Cerrar todas/)
  await visitor.sees('heading', /^¿Cerrar todas las sesiones\?/)
}

const exactly = (text: string) => new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)

async function registerPatient(site: string, { firstName, lastName, email, password, phone, address }: Person) {
  const data = {
    full_name: `${firstName} ${lastName}`,
    phone,
    address,
    user_type: 'patient',
    accepted_terms: legalVersions.terms,
    accepted_privacy: legalVersions.privacy,
  }
  const response = await fetch(`${site}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, data }),
  })
  if (!response.ok) throw new Error(`the sign-up responded ${response.status}: ${await response.text()}`)
}

/** A centre that confirms at once, and has free times. */
async function findCenter(site: string): Promise<CenterProfile> {
  const read = async <T>(path: string) => (await (await fetch(`${site}/api/v1${path}`)).json()) as T
  const { items } = await read<CenterSearchResult>(`/centers?${new URLSearchParams({ q: 'psicología' })}`)
  const start = Math.floor(Math.random() * items.length)
  for (const card of [...items.slice(start), ...items.slice(0, start)]) {
    const center = await read<CenterProfile>(`/centers/${card.id}`)
    if (!center.confirmsManually && card.nextTimes.length > 0) return center
  }
  throw new Error('no centre that confirms at once has a free time')
}
