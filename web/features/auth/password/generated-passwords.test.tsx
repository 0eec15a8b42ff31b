import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { isCenterPassword } from '#contract/password-rules.ts'
import { PasswordField } from '#web/ui/password-field.tsx'

const markupOf = (autoComplete: string) =>
  renderToStaticMarkup(<PasswordField label="Contraseña" autoComplete={autoComplete} />)

test('a new password tells generators the symbols and the length that the centre’s rule needs', () => {
  const rules =
    markupOf('new-password')
      .match(/passwordrules="([^"]*)"/)?.[1]
      ?.replaceAll('&amp;', '&') ?? ''
  const symbols = rules.match(/required: \[([^\]]+)\]/)?.[1] ?? ''
  expect(symbols).not.toBe('')
  for (const symbol of symbols) expect([symbol, isCenterPassword(`aB3${symbol}efghijklmnop`)]).toEqual([symbol, true])
})

test('a current password has no rules', () => {
  expect(markupOf('current-password')).not.toContain('passwordrules')
})
