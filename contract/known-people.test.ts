import { expect, test } from 'vitest'
import { type ComparedPerson, KnownPeople } from './known-people.ts'

const person = (name: string, facts: Partial<ComparedPerson> = {}): ComparedPerson => ({
  name,
  phone: null,
  email: null,
  cedula: null,
  birthDate: null,
  ...facts,
})
const match = (there: ComparedPerson, line: ComparedPerson) => {
  const { kind, ...rest } = new KnownPeople([there]).match(line)
  return 'by' in rest
    ? `${kind} by ${rest.by}`
    : kind === 'new' && 'relative' in rest && rest.relative
      ? 'relative'
      : kind
}
const phone = '+598 99 123 456'
const cedula = '12345672'

test.each([
  [
    'the same telephone and name',
    person('Ana Pérez', { phone }),
    person('PEREZ Ana', { phone: '099 123 456' }),
    'known by phone',
  ],
  [
    'the same address and name',
    person('Ana Pérez', { email: 'a@b.uy' }),
    person('Ana Peres', { email: 'a@b.uy' }),
    'known by email',
  ],
  [
    'the same cédula, the name written shorter',
    person('Ana María Pérez', { cedula }),
    person('Ana Pérez', { cedula }),
    'known by cedula',
  ],
  ['a cédula of another name', person('Ana Pérez', { cedula }), person('Juan Pérez', { cedula }), 'taken'],
  [
    'a cédula with another birth date',
    person('Ana Pérez', { cedula, birthDate: '1980-01-01' }),
    person('Ana Pérez', { cedula, birthDate: '2010-01-01' }),
    'taken',
  ],
  ['only a name', person('Ana Pérez', { phone }), person('Ana Pérez'), 'known by name'],
  [
    'only a name and another birth date',
    person('Ana Pérez', { birthDate: '1980-01-01' }),
    person('Ana Pérez', { birthDate: '2010-01-01' }),
    'new',
  ],
  ['the mother’s telephone', person('Ana Pérez', { phone }), person('Lía Pérez', { phone }), 'relative'],
  ['a daughter with one more name', person('Ana Pérez', { phone }), person('Ana Laura Pérez', { phone }), 'relative'],
  ['a brother and a sister', person('Claudio Pérez', { phone }), person('Claudia Pérez', { phone }), 'relative'],
  [
    'a son of the same name, with his birth date',
    person('Juan Gil', { phone, birthDate: '1960-01-01' }),
    person('Juan Gil', { phone, birthDate: '1990-01-01' }),
    'relative',
  ],
  [
    'the same name and telephone, another cédula',
    person('Juan Gil', { phone, cedula }),
    person('Juan Gil', { phone, cedula: '11111111' }),
    'relative',
  ],
  [
    'a telephone too short to be one',
    person('Juan Gil', { phone: '1234' }),
    person('Ana Gil', { phone: '1234' }),
    'new',
  ],
  ['another telephone', person('Ana Pérez', { phone }), person('Ana Pérez', { phone: '099 000 111' }), 'new'],
])('with %s a line is %4$s', (_name, there, line, expected) => {
  expect(match(there, line)).toBe(expected)
})

test('a line is not compared with people of another name, however many have the number', () => {
  let compared = 0
  const counted = (name: string) =>
    Object.defineProperty(person(name, { phone }), 'birthDate', {
      get: () => {
        compared += 1
        return null
      },
    })
  const known = new KnownPeople(Array.from({ length: 2000 }, (_, n) => counted(`Ana Gil${n}`)))
  for (let n = 0; n < 100; n += 1) known.match(person(`Ana Sosa${n}`, { phone }))
  expect(compared).toBe(0)
  expect(known.match(person('Gil7 Ana', { phone })).kind).toBe('known')
  expect(compared).toBe(1)
})
