import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'

import { buildCenter, buildProfessional } from '#server/testing/builders.ts'

import { expectAccessible, press, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()

const { centerId } = await buildCenter(platform, { name: 'Clínica del Ombú', neighborhood: 'Pocitos' })
const { professionalId } = await buildProfessional(platform, { centerId, name: 'Lic. Paula Núñez' })

async function type(text: string, path = '/centers') {
  const user = await open(path)
  const field = await screen.findByLabelText<HTMLInputElement>('Qué necesitas')
  await user.click(field)
  await user.type(field, text)
  return { user, field }
}

const options = async () => within(await screen.findByRole('listbox', { name: 'Sugerencias' })).getAllByRole('option')

/** Moves to the first suggestion, which the field then names as the active one. */
async function moveToFirst({ user, field }: Awaited<ReturnType<typeof type>>) {
  const [first] = await options()
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(field.getAttribute('aria-activedescendant')).toBe(first?.id))
  expect(first?.getAttribute('aria-selected')).toBe('true')
}

test('arrows move through the suggestions, Enter opens the centre, and the field says which one is active', async () => {
  const typed = await type('ombu')
  expect((await options()).map(({ textContent }) => textContent)).toEqual(['Clínica del OmbúPocitos'])
  await waitFor(() => expect(typed.field.getAttribute('aria-expanded')).toBe('true'))
  expect(typed.field.hasAttribute('aria-activedescendant')).toBe(false)
  await moveToFirst(typed)
  await expectAccessible()
  await typed.user.keyboard('{Enter}')
  await waitFor(() => expect(location.pathname).toBe(`/centers/${centerId}`))
})

test('a suggested professional opens at their part of the centre’s profile', async () => {
  const { user } = await type('paula nu')
  const [option] = await options()
  if (option) await user.click(option)
  await waitFor(() => expect(location.hash).toBe(`#profesional-${professionalId}`))
})

test('a suggested neighbourhood is chosen in Dónde, and the text becomes empty', async () => {
  const typed = await type('poci')
  await moveToFirst(typed)
  await typed.user.keyboard('{Enter}')
  expect(typed.field.value).toBe('')
  expect(screen.getByLabelText<HTMLSelectElement>('Dónde').value).toBe('pocitos')
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
})

test('a suggested symptom fills the text and is searched for', async () => {
  const typed = await type('ansie')
  await moveToFirst(typed)
  await typed.user.keyboard('{Enter}')
  await waitFor(() => expect(new URLSearchParams(location.search).get('q')).toBe('Ansiedad'))
})

test('Escape closes the list, and Enter then searches for the typed text', async () => {
  const { user, field } = await type('ombu')
  await options()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  expect(field.value).toBe('ombu')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(new URLSearchParams(location.search).get('q')).toBe('ombu'))
})

test('a text without suggestions opens no list', async () => {
  const { field } = await type('zzzzzz')
  await waitFor(() => expect(field.getAttribute('aria-expanded')).toBe('false'))
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('the search of the home page has the same suggestions', async () => {
  const typed = await type('ombu', '/')
  await moveToFirst(typed)
  await typed.user.keyboard('{Enter}')
  await waitFor(() => expect(location.pathname).toBe(`/centers/${centerId}`))
})

test('«Cerca de mí» on the home page leads to a search that asks for the location', async () => {
  const getCurrentPosition = vi.fn((_: unknown, fail: (error: { code: number }) => void) => fail({ code: 1 }))
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator), { geolocation: { getCurrentPosition: getCurrentPosition } }),
  )
  const user = await open('/')
  await user.selectOptions(await screen.findByLabelText('Dónde'), 'Cerca de mí')
  await press(user, 'Buscar')
  await screen.findByText('Acceso a la ubicación denegado')
  expect(getCurrentPosition).toHaveBeenCalledOnce()
  expect(screen.getByLabelText<HTMLSelectElement>('Dónde').value).toBe('')
})
