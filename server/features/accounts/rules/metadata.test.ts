import { expect, test } from 'vitest'
import { profileOf } from './metadata.ts'

test('the forms of /auth name name and phone in their own way', () => {
  expect(profileOf({ nombre: 'Ana', whatsapp: '099 1' })).toMatchObject({ full_name: 'Ana', phone: '099 1' })
  expect(profileOf({ responsible: 'Rita' })).toMatchObject({ full_name: 'Rita', phone: null })
  expect(profileOf({ full_name: 'Ana Prueba', nombre: 'Ana', phone: '1', whatsapp: '2' })).toMatchObject({
    full_name: 'Ana Prueba',
    phone: '1',
  })
})
