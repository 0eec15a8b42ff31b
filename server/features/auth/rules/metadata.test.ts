import { expect, test } from 'vitest'
import { profileOf } from './metadata.ts'

test('the name and the phone come from the metadata of the forms at /auth', () => {
  expect(profileOf({ nombre: 'Ana', whatsapp: '099 123 456' })).toMatchObject({
    full_name: 'Ana',
    phone: '+598 99 123 456',
  })
  expect(profileOf({ responsible: 'Rita' })).toMatchObject({ full_name: 'Rita', phone: null })
  expect(
    profileOf({ full_name: 'Ana Prueba', nombre: 'Ana', phone: '2710 1234', whatsapp: '099 123 456' }),
  ).toMatchObject({
    full_name: 'Ana Prueba',
    phone: '+598 2710 1234',
  })
})
