import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { withholdApproval } from '#server/features/centers/repository/centers.ts'
import { buildPatient, buildService } from '#server/testing/builders.ts'
import { expectAccessible, press, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()
const { db, clock } = platform

async function buildNamed(name: string): Promise<string> {
  const { centerId } = await buildService(platform)
  await db.updateTable('center_profiles').set({ center_name: name }).where('id', '=', centerId).execute()
  return centerId
}

const close = (centerId: string) =>
  db.transaction().execute((tx) => withholdApproval(tx, { centerId, now: clock.now() }))
const savedOf = async (userId: string) =>
  (await db.selectFrom('favorites').where('user_id', '=', userId).select('center_id').execute()).map(
    (row) => row.center_id,
  )
const heart = (name: string) => screen.findByRole('button', { name: `Guardar ${name}` })
const save = async (user: UserEvent, name: string) => user.click(await heart(name))

test('a visitor saves a centre in the results, undoes it, saves it again, and finds it among the saved ones', async () => {
  await buildNamed('Centro Ceibo')
  const user = await open('/centers?q=ceibo&when=any')
  await save(user, 'Centro Ceibo')
  await screen.findByText('Centro guardado')
  expect((await heart('Centro Ceibo')).getAttribute('aria-pressed')).toBe('true')
  await press(user, 'Deshacer')
  await waitFor(async () => expect((await heart('Centro Ceibo')).getAttribute('aria-pressed')).toBe('false'))
  await save(user, 'Centro Ceibo')
  await open('/favorites')
  await screen.findByRole('heading', { level: 1, name: 'Guardados' })
  expect(within(await screen.findByRole('article')).getByText('Centro Ceibo')).toBeDefined()
  await expectAccessible()
})

test('the saved centres of a visitor pass to the account that they sign in to, none lost and none doubled', async () => {
  const [first, second] = [await buildNamed('Centro Tala'), await buildNamed('Centro Molle')]
  const { patientId } = await buildPatient(platform)
  const user = await open('/centers?q=tala&when=any')
  await save(user, 'Centro Tala')
  await open('/centers?q=molle&when=any')
  await save(user, 'Centro Molle')
  await db.insertInto('favorites').values({ user_id: patientId, center_id: second, saved_at: clock.now() }).execute()
  await open('/favorites', { as: patientId })
  await waitFor(async () => expect((await savedOf(patientId)).toSorted()).toEqual([first, second].toSorted()))
  await waitFor(() => expect(localStorage.getItem('senda.favorites')).toBeNull())
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
})

test('a saved centre that closes says so on the open page, and can be removed', async () => {
  const centerId = await buildNamed('Centro Arrayán')
  const { patientId } = await buildPatient(platform)
  await db.insertInto('favorites').values({ user_id: patientId, center_id: centerId, saved_at: clock.now() }).execute()
  const user = await open('/favorites', { as: patientId })
  await screen.findByRole('link', { name: 'Reservar en Centro Arrayán' })
  await close(centerId)
  await screen.findByText(/Ahora no está publicado en Senda/)
  await expectAccessible()
  await press(user, 'Quitar Centro Arrayán')
  // It could not be saved again. The message leaves on its own, so it is looked for first.
  await screen.findByText('Centro quitado de tus guardados')
  await screen.findByText('Todavía no guardaste centros')
  await waitFor(async () => expect(await savedOf(patientId)).toEqual([]))
  expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull()
})

test('two centres are chosen in the results and compared with price, next time, rule and a way to book each', async () => {
  const [first, second] = [await buildNamed('Centro Lapacho'), await buildNamed('Casa Lapacho')]
  const user = await open('/centers?q=lapacho&when=any')
  await user.click(await screen.findByRole('button', { name: 'Comparar Centro Lapacho' }))
  const bar = await screen.findByRole('region', { name: 'Centros para comparar' })
  within(bar).getByText('Elige otro, hasta 3')
  await user.click(await screen.findByRole('button', { name: 'Comparar Casa Lapacho' }))
  await expectAccessible()
  await user.click(await within(bar).findByRole('link', { name: 'Comparar 2' }))
  await screen.findByRole('heading', { level: 1, name: 'Comparar centros' })
  const table = await screen.findByRole('table')
  expect(within(table).getAllByRole('columnheader')).toHaveLength(2)
  expect(
    within(table)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Precio',
    'Próxima hora',
    'Dónde',
    'Opiniones',
    'Quién',
    'Práctica',
    'Modalidad',
    'Atiende con',
    'Idiomas',
    'Cancelación',
  ])
  within(table).getByRole('link', { name: 'Reservar en Casa Lapacho' })
  expect(within(table).getAllByText(/\$\s1\.500/)).toHaveLength(2)
  const { searchParams } = new URL(location.href)
  expect(searchParams.get('centers')?.split(',')).toEqual([first, second])
  await expectAccessible()
})

test('a shared comparison ignores what is no centre, and says which centre is no longer published', async () => {
  const [first, second] = [await buildNamed('Centro Sauce'), await buildNamed('Centro Pitanga')]
  await close(second)
  await open(`/compare?centers=${first},${second},${first},nada&near=atlantida-perdida`)
  await screen.findByText('Uno de los centros ahora no está publicado en Senda.')
  expect(within(await screen.findByRole('table')).getAllByRole('columnheader')).toHaveLength(1)
  await open('/compare?centers=nada')
  await screen.findByText('No hay centros para comparar')
})

test('a browser that denies its storage keeps the saved centres of the open page, and passes them to the account', async () => {
  const centerId = await buildNamed('Centro Coronilla')
  const { patientId } = await buildPatient(platform)
  const denied = vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key) => {
    if (key === 'senda.favorites') throw new DOMException('denied', 'SecurityError')
  })
  onTestFinished(() => {
    denied.mockRestore()
  })
  const user = await open('/centers?q=coronilla&when=any')
  await save(user, 'Centro Coronilla')
  expect((await heart('Centro Coronilla')).getAttribute('aria-pressed')).toBe('true')
  denied.mockRestore()
  await open('/favorites', { as: patientId })
  await waitFor(async () => expect(await savedOf(patientId)).toEqual([centerId]))
})
