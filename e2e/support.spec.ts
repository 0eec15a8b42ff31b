import { expect, type Locator, type Page } from '@playwright/test'

import { expectAccessible, expectNoOverflow, test, whenInteractive } from './fixtures.ts'
import { expectVisibleFocus, tabTo } from './keyboard.ts'

const launcher = (page: Page) => page.getByRole('button', { name: /^Soporte/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Soporte' })

async function openHome(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('senda.welcome-seen', '1'))
  await page.goto('/')
  await whenInteractive(page)
  await launcher(page).waitFor()
}

/** The controls of the page that the button covers. */
const coveredControls = (page: Page) =>
  launcher(page).evaluate((button) => {
    const box = button.getBoundingClientRect()
    const controls = document.querySelectorAll('main :is(a, button, input, select), footer :is(a, button)')
    return [...controls].flatMap((control) => {
      if (control === button) return []
      const { left, right, top, bottom } = control.getBoundingClientRect()
      const isCovered = left < box.right && right > box.left && top < box.bottom && bottom > box.top
      return isCovered ? (control.textContent ?? '') : []
    })
  })

// web/screens/support.test.tsx tells the answers, and sends a question.
test('the support panel loads on demand, works by keyboard, and keeps its alerts in view', {
  tag: '@phone-in-storm',
}, async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await openHome(page)
  expect(scripts.filter((url) => url.includes('support-panel') || url.includes('support-form'))).toEqual([])

  await tabTo(page, launcher(page))
  await expectVisibleFocus(launcher(page))
  await page.keyboard.press('Enter')
  await expect(panel(page)).toBeFocused()
  await page.getByLabel('Tu mensaje').fill('No puedo respirar')
  await page.keyboard.press('Enter')
  await expect(panel(page).getByRole('alert')).toBeInViewport()
  await expect(panel(page).getByText(/^Gracias por escribir/)).toBeInViewport()
  await expect(panel(page).getByRole('alert')).toBeInViewport()
  await expectAccessible(page)

  await page.getByRole('tab', { name: 'Chat' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('¿Puedo cancelar o cambiar mi hora?')).toBeInViewport()
  await page.getByRole('tab', { name: 'Contacto' }).click()
  await expect(page.getByRole('button', { name: 'Enviar consulta' })).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)

  await page.getByRole('button', { name: 'Minimizar' }).click()
  await expect(launcher(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(launcher(page)).toBeFocused()
})

test('the button covers no control, wherever the page comes to rest', { tag: '@desktop-in-storm' }, async ({
  page,
}) => {
  await openHome(page)
  const height = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
  for (let top = 0; top < height + 400; top += 400) {
    await page.evaluate((place) => scrollTo(0, place), top)
    await expect.poll(() => coveredControls(page), `at ${top} of ${height} px`).toEqual([])
  }
  await expect(launcher(page)).toBeInViewport()
})

// In `npm test`: lost-connection.spec.ts has a dialog whose code fails to load.
test('a lost connection is reported, and the panel opens once it is back', { tag: '@storm' }, async ({
  page,
  context,
}) => {
  await openHome(page)
  // The code of the message was loaded with the page.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await launcher(page).click()
  await expect(page.getByText('No pudimos conectarnos.', { exact: false })).toBeVisible()
  await context.setOffline(false)
  await expect.poll(() => isUncovered(launcher(page)), 'the message stands beside the button').toBe(true)
  await launcher(page).click()
  await expect(panel(page)).toBeVisible()
})

/** Whether a press at the middle of this element reaches it. */
async function isUncovered(button: Locator): Promise<boolean> {
  return await button.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
}
