import { expect, type Page } from '@playwright/test'

import { expectAccessible, expectNoOverflow, test } from './fixtures.ts'
import { openPracticeSection } from './practice-page.ts'

const scrollArea = (page: Page) => page.getByRole('main').getByRole('region', { name: /^(Inicio|Pacientes|Perfil)$/ })
const scrolled = (page: Page) => scrollArea(page).evaluate((area) => area.scrollTop)

test('the dashboard fills the window without a footer, and only its content scrolls, also by keyboard', {
  tag: '@phone-in-storm',
}, async ({ page, openDesk }) => {
  await openDesk('inicio')
  await expect(page.getByText(/^Este mes:/)).toBeVisible()
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  const { height, inner } = await page.evaluate(() => ({
    height: document.documentElement.scrollHeight,
    inner: innerHeight,
  }))
  expect(height).toBeLessThanOrEqual(inner)

  await test.step('right after the page loads, and from the navigation', async () => {
    await page.keyboard.press('PageDown')
    await expect.poll(() => scrolled(page)).toBeGreaterThan(100)
    await page.getByRole('navigation').getByRole('link', { name: 'Agenda', exact: true }).focus()
    await page.keyboard.press('PageUp')
    await expect.poll(() => scrolled(page)).toBe(0)
  })

  await test.step('another section begins at its top, and going back restores the position', async () => {
    await openPracticeSection(page, 'Perfil')
    await expect(page.getByLabel('Nombre del centro')).toBeVisible()
    expect(await scrolled(page)).toBe(0)
    await page.keyboard.press('End')
    await expect.poll(() => scrolled(page)).toBeGreaterThan(400)
    const before = await scrolled(page)
    await openPracticeSection(page, 'Pacientes')
    expect(await scrolled(page)).toBe(0)
    await page.goBack()
    await expect.poll(() => scrolled(page)).toBe(before)
  })
})

test('at 320 pixels, and in a low window, the dashboard loses nothing', async ({ page, openDesk }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openDesk('inicio')
  await expect(page.getByText(/^Este mes:/)).toBeVisible()
  await expectNoOverflow(page)
  await page.getByRole('button', { name: /^Más/ }).click()
  await expect(page.getByRole('dialog', { name: 'Más' }).getByRole('link', { name: 'Sincronizar' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  // A window of 1280 × 1024 pixels, enlarged four times: the page itself scrolls, and its text has the whole height.
  await page.setViewportSize({ width: 320, height: 256 })
  await expectNoOverflow(page)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  expect(height).toBeGreaterThan(600)
})

// In `npm test`: web/screens/palette.test.tsx.
test('the palette opens by its button or by Ctrl-K with the focus in its field, and leads to what Enter chooses', {
  tag: '@storm',
}, async ({ page, openDesk, isMobile }) => {
  await openDesk('inicio')
  await expect(page.getByText(/^Este mes:/)).toBeVisible()
  const palette = page.getByRole('dialog', { name: 'Buscar' })
  const button = page.getByRole('button', { name: 'Buscar', exact: true })
  if (isMobile) await button.click()
  else await page.keyboard.press('Control+k')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('ar')
  await expect(palette.getByRole('combobox')).toHaveValue('ar')
  await expect(palette.getByRole('group', { name: 'Pacientes' }).getByRole('option').first()).toBeVisible()
  await expectNoOverflow(page)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await button.click()
  await palette.getByRole('combobox').fill('opin')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Opiniones' })).toBeFocused()
})
