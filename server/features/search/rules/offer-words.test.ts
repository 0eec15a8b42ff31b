import { expect, test } from 'vitest'
import { specialtyReason } from './offer-words.ts'

test.each([
  ['Dolor de espalda', 'Trata'],
  ['Piso pélvico', 'Trata'],
  ['Hernia de disco', 'Trata'],
  ['Lesiones deportivas', 'Trata'],
  ['Ansiedad y estrés', 'Trata'],
  ['Neuropatía diabética', 'Trata'],
  ['Fisioterapia deportiva', 'Ofrece'],
  ['Rehabilitación tras un ACV', 'Ofrece'],
  ['Fonoaudiología', 'Ofrece'],
  ['Terapia de pareja', 'Ofrece'],
  ['Masaje descontracturante', 'Ofrece'],
  ['Adultos mayores', 'Atiende'],
  ['Adolescentes', 'Atiende'],
  ['Embarazo y lactancia', 'Atiende'],
])(
  'the verb suits the specialty «%s»: a complaint is treated, a treatment is offered, people are attended',
  (name, verb) => {
    expect(specialtyReason(name)).toBe(`${verb} ${name}`)
  },
)
