import { expect } from '@playwright/test'

import { stormSize } from '#server/testing/storm.ts'
import { expectAccessible, expectNoOverflow, test } from './fixtures.ts'
import { expectEscape, openPracticeSection } from './practice-page.ts'

/** `npm test` opens some of the sections: a list of people, a long form, a table with charts. */
const sections = stormSize({ short: 0, long: 1 })
  ? [
      'Equipo',
      'Disponibilidad',
      'Perfil',
      'Pacientes',
      'Mensajes',
      'Caja',
      'Dinero',
      'Promociones',
      'Documentos',
      'Opiniones',
      'Sincronizar',
    ]
  : ['Equipo', 'Perfil', 'Dinero']

test('every section of a centre takes the focus when it opens, fits the screen, and is accessible', {
  tag: '@desktop-in-storm',
}, async ({ page, openDesk }) => {
  test.slow()
  await openDesk('inicio')
  await expect(page.getByText(/^Este mes:/)).toBeVisible()
  for (const name of sections) {
    await expectNoOverflow(page)
    await expectAccessible(page)
    await openPracticeSection(page, name)
    await expect(page.getByText(/^Cargando/)).toHaveCount(0)
  }
  await expectNoOverflow(page)
  await expectAccessible(page)
})

test('the dialogs of a patient and of a review fit the screen, and Escape returns the focus to their button', {
  tag: '@desktop-in-storm',
}, async ({ page, openDesk }) => {
  await openDesk('pacientes')
  const row = page
    .getByRole('main')
    .getByRole('button', { name: /consulta/ })
    .first()
  await row.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Citas en el centro' })).toBeVisible()
  await expectNoOverflow(page)
  await expectAccessible(page)
  await expectEscape(page, row)

  await openPracticeSection(page, 'Opiniones')
  const report = page.getByRole('button', { name: /^(Reportar|Cambiar el motivo)$/ }).first()
  await report.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByLabel('Motivo')).toBeVisible()
  await expectNoOverflow(page)
  await expectAccessible(page)
  await expectEscape(page, report)
})
