import { expect, test } from 'vitest'

const sources = import.meta.glob<string>(['../**/*.tsx', '../../routes/*.tsx'], {
  eager: true,
  query: '?raw',
  import: 'default',
})

test('no page says that only the patient and the centre see bookings, because staff work with their amounts', () => {
  const claims = Object.entries(sources).filter(([, source]) =>
    /reservas\s+las\s+ven\s+solo/.test(source.replaceAll('\n', ' ')),
  )
  expect(claims.map(([file]) => file)).toEqual([])
})
