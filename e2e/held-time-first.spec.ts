import { expect, type Page } from '@playwright/test'

import { holdByApi } from './booking-by-api.ts'
import { expectAccessible, test } from './fixtures.ts'
import { newPerson } from './person.ts'
import { completeAsPatient, continueWith, newOtherAccount } from './provider-page.ts'

async function expectConfirmStep(page: Page, centerId: string): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`/book/${centerId}\\?.*step=confirm`))
  await expect(page.getByRole('timer', { name: 'Tiempo que la hora queda guardada' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Confirmar|Pedir) reserva$/ })).toBeVisible()
}

test('a visitor who holds a time and signs in with Google for the first time arrives at the confirm step', async ({
  page,
}) => {
  const { centerId } = await holdByApi(page)
  await page.goto('/register')
  await continueWith(page, 'Google', newOtherAccount())
  await completeAsPatient(page)
  await expectConfirmStep(page, centerId)
})

test('/thank-you says until when a time is held, links back to it, and does not redirect by itself', async ({
  page,
}) => {
  const { centerId } = await holdByApi(page)
  // The URL to which a sign-up that awaits its confirmation redirects.
  await page.goto('/faq')
  const mark = { signedUpAs: newPerson().email }
  await page.evaluate((state) => history.replaceState({ ...history.state, ...state }, '', '/thank-you'), mark)
  await page.reload()
  await expect(page.getByText(/^Tu hora sigue guardada hasta las \d\d:\d\d$/)).toBeVisible()
  await expect(page.getByRole('timer')).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Volver a tu reserva' }).click()
  await expect(page).toHaveURL(new RegExp(`/book/${centerId}\\?.*step=confirm`))
})
