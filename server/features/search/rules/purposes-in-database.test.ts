import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testPlatform } from '#server/testing/platform.ts'
import { purposesOf } from './fitting-services.ts'

const texts = [
  ...[
    'Sesión individual',
    'Terapia de pareja',
    'Control de peso',
    'Consulta de seguimiento',
    'Orientación a madres y PADRES',
  ],
  ...['Taller de grupo', 'Suelo pélvico', 'Reeducación perineal', 'Kinesiología infantil', 'Atención de niños y niñas'],
  ...['Bebés', 'Pediatría', 'Masaje deportivo', 'Orientación vocacional', 'A domicilio', 'Consulta psiquiátrica'],
  ...[
    'Neurorrehabilitación',
    'Rehabilitación cardíaca',
    'Preparto',
    'Clase de parto',
    'Masaje prenatal',
    'Embarazo',
    '',
  ],
  ...[
    'Descontrol',
    'Familia(s)',
    'Taller/grupal',
    'Hogar',
    'Ñandú',
    '¿Pareja?',
    'Pareja–familia',
    '2deportes',
    'Cuidados del hogar',
  ],
]

test('the database and the rule find the same purposes in a name', async () => {
  const platform = await testPlatform()
  const { rows } = await sql<{ name: string; purposes: number }>`
    select name, purposes_of(name) as purposes from unnest(${texts}::text[]) as name`.execute(platform.db)
  expect(rows.map(({ name, purposes }) => [name, purposes])).toEqual(texts.map((name) => [name, purposesOf(name)]))
  // The texts cover every purpose of the rule.
  const covered = texts.reduce((all, text) => all | purposesOf(text), 0)
  expect(covered).toBe(2 ** 14 - 1)
})
