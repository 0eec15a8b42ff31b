import { expect, type Page } from '@playwright/test'

import { holdByApi } from './booking-by-api.ts'
import { bookingSteps, clock, holdFirstTime, openNextWeek } from './booking-page.ts'
import { test, whenInteractive } from './fixtures.ts'
import { signIn } from './person.ts'

const broken = 'Algo salió mal'
const tooOld = 'Tu navegador es demasiado antiguo para Senda'

/** The device's clock, but not the monotonic one, is ahead of the server's. */
async function setClockAhead(page: Page, minutes: number): Promise<void> {
  await page.addInitScript((aheadMs) => {
    const RealDate = Date
    globalThis.Date = class extends RealDate {
      constructor(...args: ConstructorParameters<typeof Date> | []) {
        if (args.length === 0) super(RealDate.now() + aheadMs)
        else super(...(args as ConstructorParameters<typeof Date>))
      }
      static override now = () => RealDate.now() + aheadMs
    } as DateConstructor
  }, minutes * 60_000)
}

/** The page of a booking with the free times of a week that lies ahead. */
async function bookingOf(page: Page): Promise<void> {
  const { centerId, appointment } = await holdByApi(page)
  await page.request.delete('/api/v1/appointments/hold')
  await page.goto(`/book/${centerId}?offer=${appointment.service.id}`)
  await whenInteractive(page)
  await openNextWeek(bookingSteps(page).when)
}

test('with a clock fifteen minutes fast, a held time counts down from ten minutes', async ({ page }) => {
  await setClockAhead(page, 15)
  await bookingOf(page)
  await holdFirstTime(page)
  await expect(page.getByText(broken)).toBeHidden()
})

test('with a clock an hour fast, a signed-in session is not refreshed', async ({ page, patient }) => {
  await setClockAhead(page, 60)
  let refreshes = 0
  page.on('request', (request) => {
    if (request.url().includes('grant_type=refresh_token')) refreshes += 1
  })
  await page.goto('/login')
  await whenInteractive(page)
  await signIn(page, patient)
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(refreshes).toBe(0)
})

// In `npm test`: the elements, which is what translators do.
for (const place of ['elements', 'texts'])
  test(`a page whose texts a translator has moved into other ${place} still books a time`, {
    tag: place === 'texts' ? '@storm' : [],
  }, async ({ page }) => {
    await page.addInitScript((place) => {
      const translate = (root: Node) => {
        const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
        const found: Text[] = []
        while (texts.nextNode()) found.push(texts.currentNode as Text)
        for (const text of found) {
          const parent = text.parentElement
          if (!parent || parent.closest('script, style, title, font, textarea, [translate=no]') || !text.data.trim())
            continue
          if (place === 'texts') {
            text.before(text.data)
            text.remove()
            continue
          }
          // Half of the texts are moved, and half are replaced, as translators do.
          const [outer, inner] = [document.createElement('font'), document.createElement('font')]
          outer.append(inner)
          text.replaceWith(outer)
          inner.append(found.indexOf(text) % 2 === 0 ? text : text.data)
        }
      }
      addEventListener('translate-now', () => {
        translate(document.body)
        new MutationObserver((changes) => {
          for (const { addedNodes } of changes)
            for (const node of addedNodes) if (node.nodeName !== 'FONT') translate(node)
        }).observe(document.body, { childList: true, subtree: true })
      })
    }, place)
    await bookingOf(page)
    await page.evaluate(() => dispatchEvent(new Event('translate-now')))
    const { when, countdown } = bookingSteps(page)
    await when.getByRole('button', { name: clock }).first().click()
    await expect(countdown).toBeVisible()
    await expect(page.getByText(broken)).toBeHidden()
    await page
      .getByRole('link', { name: /^Centros/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(broken)).toBeHidden()
  })

// In `npm test`: every-browser.spec.ts takes its whole journey without them.
test('a browser without the functions of the last years hydrates and signs in', { tag: '@storm' }, async ({
  page,
  patient,
}) => {
  await page.addInitScript(() => {
    const missing: [object, string[]][] = [
      [Promise, ['withResolvers', 'try']],
      [AbortSignal, ['any']],
      [URL, ['canParse', 'parse']],
      [Map, ['groupBy']],
      [Object, ['groupBy']],
      [Array, ['fromAsync']],
      [Element.prototype, ['checkVisibility']],
      [HTMLElement.prototype, ['showPopover', 'hidePopover', 'togglePopover', 'popover']],
      [Document.prototype, ['startViewTransition']],
      [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf']],
      [globalThis, ['Iterator', 'requestIdleCallback', 'navigation', 'scheduler']],
    ]
    for (const [object, names] of missing) for (const name of names) Reflect.deleteProperty(object, name)
  })
  await page.goto('/login')
  await whenInteractive(page)
  await signIn(page, patient)
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Mi Dashboard' })).toBeVisible()
  await expect(page.getByText(tooOld)).toBeHidden()
})

test.describe('a browser that cannot run the page', () => {
  test.use({ provokes: /toSorted|is not a function|from the future/ })

  test('is told so in plain words when it is older than the list', async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'toSorted'))
    await page.goto('/centers')
    await expect(page.getByRole('alert').filter({ hasText: tooOld })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  test('is told so when a script fails before it starts', async ({ page }) => {
    await page.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: `Promise.from('the future');${await response.text()}` })
    })
    await page.goto('/centers')
    await expect(page.getByRole('alert').filter({ hasText: tooOld })).toBeVisible()
  })
})

/** Delays the page's scripts until `release`, so that an extension and the visitor come first. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
    await released
    await route.continue()
  })
  return release
}

test('what an extension adds before hydration neither renders the page again nor loses what was typed', async ({
  page,
}) => {
  await page.addInitScript(() => {
    // An element first in the body, as soon as there is one.
    new MutationObserver((_, watch) => {
      if (!document.body) return
      watch.disconnect()
      const banner = document.createElement('div')
      banner.id = 'extension-banner'
      document.body.prepend(banner)
      document.documentElement.setAttribute('data-extension', '1')
      document.body.setAttribute('cz-shortcut-listen', 'true')
    }).observe(document, { childList: true, subtree: true })
  })
  const release = await holdScripts(page)
  await page.goto('/contact', { waitUntil: 'commit' })
  const name = page.getByLabel('Nombre', { exact: false }).first()
  await name.fill('Ana Suárez')
  await page.evaluate(() => {
    const field = document.querySelector('main input')
    field?.setAttribute('data-password-manager', 'true')
    const icon = document.createElement('div')
    icon.id = 'extension-icon'
    field?.before(icon)
    document.querySelector('form')?.prepend(document.createElement('extension-frame'))
    const title = document.querySelector('h1')
    const mark = document.createElement('mark')
    if (title?.firstChild instanceof Text) mark.append(title.firstChild.splitText(2))
    title?.append(mark)
    Object.assign(window, { served: document.querySelector('h1') })
  })
  release()
  await whenInteractive(page)
  expect(await page.evaluate(() => (window as unknown as { served: Element }).served.isConnected)).toBe(true)
  await expect(name).toHaveValue('Ana Suárez')
  await expect(page.locator('#extension-icon')).toBeAttached()
  await expect(page.locator('#extension-banner')).toBeAttached()
})

test.describe('a page that React has to render again', () => {
  test.use({ provokes: /Hydration|hydrat|418|Minified React error/i })

  test('keeps what was typed before', async ({ page }) => {
    const release = await holdScripts(page)
    await page.goto('/contact', { waitUntil: 'commit' })
    const name = page.getByLabel('Nombre', { exact: false }).first()
    await name.fill('Ana Suárez')
    await page.evaluate(() => document.querySelector('h1')?.remove())
    release()
    await whenInteractive(page)
    await expect(name).toHaveValue('Ana Suárez')
  })
})

test.describe('denied storage', () => {
  // auth-js reports that tabs can't tell each other.
  test.use({ provokes: /BroadcastChannel/ })

  test('a browser that denies storage, notifications and locks at once signs in and holds a time', async ({
    page,
    patient,
  }) => {
    await page.addInitScript(() => {
      const deny = () => {
        throw new DOMException('denied', 'SecurityError')
      }
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
        Object.defineProperty(window, name, { configurable: true, get: deny })
      for (const name of ['Notification', 'BroadcastChannel'])
        Object.defineProperty(window, name, {
          configurable: true,
          value: Object.assign(
            class {
              constructor() {
                deny()
              }
            },
            { permission: 'denied', requestPermission: async () => 'denied' },
          ),
        })
      LockManager.prototype.request = async () => deny()
    })
    await bookingOf(page)
    await holdFirstTime(page)
    await page.goto('/login')
    await whenInteractive(page)
    await signIn(page, patient)
    // The sign-in leads back to the time that the server holds for this browser.
    await expect(page.getByRole('timer')).toBeVisible()
    await page.getByRole('button', { name: /^Tu cuenta/ }).click()
    await page.getByRole('menuitem', { name: 'Mensajes' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Mensajería' })).toBeVisible()
    await expect(page.getByText(broken)).toBeHidden()
  })
})
