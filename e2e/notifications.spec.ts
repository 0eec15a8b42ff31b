import { expect } from '@playwright/test'

import { registerPatient } from './by-api.ts'
import { runSql } from './database.ts'
import { expectAccessible, test } from './fixtures.ts'
import { newPerson } from './person.ts'

// In `npm test`: web/screens/notifications.test.tsx has the bell, and live-tabs.spec.ts the stream that tabs share.
test('a notification reaches the bell of every tab within two seconds, and is read in all of them', {
  tag: '@storm',
}, async ({ page, context }) => {
  await registerPatient(page, newPerson())
  await page.goto('/account?seccion=avisos')
  const second = await context.newPage()
  await second.goto('/faq')
  const quiet = (tab: typeof page) => tab.getByRole('button', { name: 'Notificaciones', exact: true })
  const unread = (tab: typeof page) => tab.getByRole('button', { name: 'Notificaciones, 1 sin leer' })
  for (const tab of [page, second]) await expect(quiet(tab)).toBeVisible()
  const userId = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('senda.session') ?? '{}') as { user: { id: string } }).user.id,
  )
  await runSql(`insert into notifications (id, user_id, type, title, message, href, created_at) values (
    gen_random_uuid(), '${userId}', 'appointment', 'El centro confirmó tu cita', 'Jueves 26, 10:30.', '/dashboard', now())`)
  for (const tab of [page, second]) await expect(unread(tab)).toBeVisible({ timeout: 2000 })

  await unread(page).click()
  const panel = page.getByRole('dialog', { name: 'Notificaciones' })
  await expect(panel.getByText('El centro confirmó tu cita')).toBeVisible()
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Marcar todas como leídas' }).click()
  await expect(quiet(second)).toBeVisible()
})
