import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TimeField } from './time-field.tsx'

test('a time begins where the texts of the other fields begin, except in a row without room for its label', () => {
  expect(renderToStaticMarkup(<TimeField label="Hora" />)).not.toContain('text-center')
  expect(renderToStaticMarkup(<TimeField label="Lunes, desde" labelHidden />)).toContain('text-center')
})
