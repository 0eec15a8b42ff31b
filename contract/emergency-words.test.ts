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
  'no tengo ganas de vivir',
  'quiero terminar con mi vida',
  "I don't want to live anymore",
  'I want to kill myself',
  'suicide',
  'chest pain',
  'não quero mais viver',
  'dor no peito',
  `${'Hace meses que duermo mal y no me concentro en nada. '.repeat(25)}no quiero vivir más${' y no sé qué hacer'.repeat(25)}`,
])('%s may be an emergency', (text) => expect(soundsLikeEmergency(text)).toBe(true))

test.each(['', 'ansiedad', 'terapia respiratoria', 'dolor de espalda', 'matar el tiempo', 'duelo'])(
  '%s is an ordinary search',
  (text) => expect(soundsLikeEmergency(text)).toBe(false),
)
