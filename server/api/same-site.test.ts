import { expect, test } from 'vitest'
import { isSameSite } from './same-site.ts'

const isOurs = (publicUrl: string, headers: Record<string, string>) =>
  isSameSite({ request: new Request('http://127.0.0.1/', { headers }), publicUrl })

test('a page of another site is not believed, whatever host its request names', () => {
  const senda = 'https://senda.example'
  expect(isOurs(senda, {})).toBe(true)
  expect(isOurs(senda, { origin: senda, host: 'backend:3000' })).toBe(true)
  for (const host of ['evil.example', '127.0.0.1:3000', 'localhost:3000']) {
    const origin = `http://${host}`
    expect(isOurs(senda, { origin, host })).toBe(false)
    expect(isOurs(senda, { origin, host, 'x-forwarded-host': host, forwarded: `host=${host}` })).toBe(false)
    expect(isOurs(senda, { origin, host, 'sec-fetch-site': 'cross-site' })).toBe(false)
  }
  for (const origin of [
    'null',
    '',
    'http://senda.example',
    'https://senda.example:8443',
    'https://senda.example.evil.example',
  ])
    expect(isOurs(senda, { origin, host: 'senda.example' })).toBe(false)
})

test('a public address in another spelling of the same origin is ours', () => {
  expect(isOurs('https://Senda.example:443', { origin: 'https://senda.example' })).toBe(true)
})

test('on this machine each of its names is ours, but no other port and no other host', () => {
  const own = 'http://127.0.0.1:3000'
  expect(isOurs(own, { origin: 'http://localhost:3210', host: 'localhost:3210' })).toBe(true)
  expect(isOurs(own, { origin: 'http://[::1]:3000', host: '[::1]:3000' })).toBe(true)
  expect(isOurs(own, { origin: 'http://localhost:8080', host: 'localhost:3000' })).toBe(false)
  expect(isOurs(own, { origin: 'http://evil.example', host: 'evil.example' })).toBe(false)
})
