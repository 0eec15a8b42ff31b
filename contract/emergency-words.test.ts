import { expect, test } from 'vitest'

import { soundsLikeEmergency } from './emergency-words.ts'

test.each([
  'suicidio',
  'Pensamientos SUICIDAS',
  'ganas de matarme',
  'quitarme  la vida',
  'no quiero vivir más',
  'autolesión',
  'me quiero morir',
  'me quiero matar',
  'tengo ganas de morir',
  'dolor en el pecho',
  'infarto',
  'No puedo respirar',
  'emergencias',
])('%s may be an emergency', (text) => expect(soundsLikeEmergency(text)).toBe(true))

test.each(['', 'ansiedad', 'terapia respiratoria', 'dolor de espalda', 'matar el tiempo', 'duelo'])(
  '%s is an ordinary search',
  (text) => expect(soundsLikeEmergency(text)).toBe(false),
)
