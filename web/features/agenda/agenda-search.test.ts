import { expect, test } from 'vitest'

import { parseAgendaSearch } from './agenda-search.ts'

const id = '0199c2f0-0000-7000-8000-000000000001'

test.each([
  [{}, {}],
  [
    { vista: 'semana', fecha: '2026-11-20', profesional: id },
    { vista: 'semana', fecha: '2026-11-20', profesional: id },
  ],
  [{ profesional: 'todos' }, { profesional: 'todos' }],
  [
    { cita: id, accion: 'cobrar' },
    { cita: id, accion: 'cobrar' },
  ],
  [{ cita: 'otra', accion: 'borrar' }, {}],
  [{ vista: 'mes', fecha: '2026-02-30', profesional: 'otro' }, {}],
  [{ vista: ['dia'], fecha: 20261120, profesional: null }, {}],
  [{ fecha: '0000-01-01' }, {}],
  [{ fecha: '9999-12-31' }, {}],
  [{ fecha: '+123456-01-01' }, {}],
  [{ vista: '__proto__', fecha: '__proto__', profesional: '__proto__' }, {}],
])('the URL parameters %j are read as %j', (raw, expected) => {
  expect(parseAgendaSearch(raw)).toEqual({ vista: undefined, fecha: undefined, profesional: undefined, ...expected })
})
