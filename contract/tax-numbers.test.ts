import { describe, expect, test } from 'vitest'
import { isCedula, isRut, paddedCedula, taxDigits, taxNumberText } from './tax-numbers.ts'

const ruts = ['211003420017', '219000090011']
const cedulas = ['12345672', '1111113', '98765438']

describe('a RUT', () => {
  test.each(ruts)('%s is right, and wrong with any other check digit', (rut) => {
    expect(isRut(rut)).toBe(true)
    for (let digit = 0; digit < 10; digit += 1) {
      const other = rut.slice(0, 11) + digit
      expect(isRut(other)).toBe(other === rut)
    }
  })

  test.each([
    ['', 'nothing'],
    ['21100342001', 'eleven digits'],
    ['2110034200170', 'thirteen digits'],
    ['211003420027', 'another part than 001'],
    ['231003420017', 'a register that does not exist'],
    ['001003420017', 'register 00'],
    ['210000000018', 'the number 000000'],
    ['21100342001a', 'a letter'],
  ])('%s is refused: %s', (rut) => {
    expect(isRut(rut)).toBe(false)
  })

  test('never ends in the check digit of 10', () => {
    const unfinished = Array.from({ length: 2000 }, (_, n) => `21${String(n + 1).padStart(6, '0')}001`)
    const ends = unfinished.map((text) => Array.from({ length: 10 }, (_, digit) => isRut(text + digit)).filter(Boolean))
    // About one number in eleven has none.
    expect(ends.every((right) => right.length <= 1)).toBe(true)
    expect(ends.filter((right) => right.length === 0).length).toBeGreaterThan(100)
  })

  test('notices each two neighbouring digits that were swapped', () => {
    for (const rut of ruts) {
      for (let n = 2; n < 7; n += 1) {
        if (rut[n] === rut[n + 1]) continue
        expect(isRut(rut.slice(0, n) + rut[n + 1] + rut[n] + rut.slice(n + 2))).toBe(false)
      }
    }
  })
})

describe('a cédula', () => {
  test.each(cedulas)('%s is right, and wrong with any other check digit', (cedula) => {
    expect(isCedula(cedula)).toBe(true)
    for (let digit = 0; digit < 10; digit += 1) {
      const other = cedula.slice(0, -1) + digit
      expect(isCedula(other)).toBe(other === cedula)
    }
  })

  test.each(['', '123456', '123456789', '1234567a', '00000000', '0000000'])('«%s» is refused', (cedula) => {
    expect(isCedula(cedula)).toBe(false)
  })

  test('of six digits and a check digit is stored with a zero in front', () => {
    expect(paddedCedula('1111113')).toBe('01111113')
    expect(isCedula('01111113')).toBe(true)
  })
})

test('dots, hyphens and spaces are left out, and a cédula is shown with them', () => {
  expect(taxDigits(' 1.234.567-2 ')).toBe('12345672')
  expect(taxDigits('21 100342 0017')).toBe('211003420017')
  expect(taxNumberText({ kind: 'ci', number: '12345672' })).toBe('1.234.567-2')
  expect(taxNumberText({ kind: 'ci', number: '01111113' })).toBe('111.111-3')
  expect(taxNumberText({ kind: 'rut', number: '211003420017' })).toBe('211003420017')
})
