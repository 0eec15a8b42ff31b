import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { buildPatient } from '#server/testing/builders.ts'

import { expectAccessible, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()

test('a picture without a text alternative makes the accessibility check fail', async () => {
  await open('/faq')
  await screen.findByRole('heading', { level: 1, name: 'Preguntas frecuentes' })
  await expectAccessible()
  const picture = document.body.appendChild(document.createElement('img'))
  await expect(expectAccessible()).rejects.toThrow('image-alt')
  picture.remove()
})

test('a browser keeps its session from page to page, until a test ends', async () => {
  const { patientId } = await buildPatient(platform, { fullName: 'Lucía Pérez' })
  await open('/faq', { as: patientId })
  await screen.findByRole('button', { name: 'Tu cuenta, Lucía Pérez' })
  await open('/contact')
  await screen.findByRole('button', { name: 'Tu cuenta, Lucía Pérez' })
})

test('the browser cannot query tables, and the API takes no notice of a public key', async () => {
  await open('/faq')
  const headers = { apikey: 'anon', authorization: 'Bearer anon' }
  for (const table of ['profiles', 'center_profiles', 'user_points']) {
    const response = await fetch(`/api/v1/${table}?select=*`, { headers })
    expect(response.status, table).toBe(404)
  }
  const centers = await fetch('/api/v1/centers', { headers: { apikey: 'anon' } })
  expect(centers.status).toBe(200)
})

test('the next test starts without the session of the one before', async () => {
  await open('/contact')
  await screen.findAllByRole('link', { name: 'Regístrate' })
  expect(screen.queryByRole('button', { name: /^Tu cuenta/ })).toBeNull()
  expect(localStorage).toHaveLength(0)
})
