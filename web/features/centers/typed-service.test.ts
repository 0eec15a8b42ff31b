import { expect, it } from 'vitest'

import { typedService } from './typed-service.ts'

const typed = { serviceType: 'psicoterapia', name: ' Primera consulta ', price: '$ 1.250,50', duration: '50' }

it('reads a typed service into the contract’s form', () => {
  expect(typedService.parse(typed)).toEqual({
    serviceType: 'psicoterapia',
    name: 'Primera consulta',
    priceCents: 125_050,
    durationMinutes: 50,
  })
})

it('reports an error beside each wrong field', () => {
  const messagesOf = (values: object) =>
    typedService.safeParse({ ...typed, ...values }).error?.issues.map(({ path, message }) => [path[0], message])
  expect(messagesOf({ serviceType: '' })).toEqual([['serviceType', 'Elige el tipo de servicio']])
  expect(messagesOf({ name: '' })?.[0]).toEqual(['name', 'Escribe el nombre del servicio'])
  expect(messagesOf({ price: 'mil' })).toEqual([['price', 'Escribe el precio en pesos, por ejemplo 1.250']])
  expect(messagesOf({ price: '9.000.000' })).toEqual([['price', 'Ese precio es demasiado alto']])
  expect(messagesOf({ duration: '5' })?.[0]?.[0]).toBe('duration')
})
