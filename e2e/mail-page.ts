import { expect, type Page } from '@playwright/test'

/** Waits for `count` mails with this subject to this address, and opens the newest. */
export async function openMail(
  page: Page,
  { to, subject, count }: { to: string; subject: string; count?: number },
): Promise<void> {
  const links = page.getByRole('listitem').filter({ hasText: to }).getByRole('link', { name: subject, exact: true })
  await expect(async () => {
    await page.goto('/dev/mail')
    await expect(links).toHaveCount(count ?? 1, { timeout: 500 })
  }).toPass()
  await links.first().click()
  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible()
  // Long links wrap, even on a phone.
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

/** The six digits in the open mail. */
export async function codeInMail(page: Page): Promise<string> {
  const text = (await page.frameLocator('iframe').locator('body').textContent()) ?? ''
  return /\b\d{3} ?\d{3}\b/.exec(text)?.[0] ?? ''
}

/** Opens the link in the mail to a new account, which signs this page in. */
export async function confirmByMail(page: Page, { email }: { email: string }): Promise<void> {
  await openMail(page, { to: email, subject: 'Confirma tu correo' })
  await page
    .frameLocator('iframe')
    .getByRole('link', { name: /^Confirmar/ })
    .click()
  await expectConfirmed(page)
}

/** The page behind the link goes on by itself in the browser that signed up, and elsewhere asks who did. */
export async function expectConfirmed(page: Page): Promise<void> {
  const isMine = page.getByRole('button', { name: 'Sí, confirmar mi correo' })
  const confirmed = page.getByText('Tu correo quedó confirmado.')
  await expect(isMine.or(confirmed)).toBeVisible()
  if (await isMine.isVisible()) await isMine.click()
  await expect(confirmed).toBeVisible()
}
