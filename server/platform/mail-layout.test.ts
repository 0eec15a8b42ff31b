import { expect, test } from 'vitest'
import { mailLayout } from './mail-layout.ts'

const parts = {
  subject: 'Cambia tu contraseña',
  paragraphs: ['Hola, Lucía 🌿', 'Pediste cambiar tu contraseña.'],
  action: { label: 'Elegir contraseña', url: 'https://senda.uy/reset?a=1&b=2' },
  footnote: 'Si no fuiste tú, ignora este correo.',
}

test('the HTML and the plain text have the same parts', () => {
  const { html, text } = mailLayout(parts)
  expect(html).toMatch(/^<!doctype html>\n<html lang="es">/)
  for (const part of [parts.subject, ...parts.paragraphs, parts.action.label, parts.footnote]) {
    expect(html).toContain(part)
    expect(text).toContain(part)
  }
  expect(html).toContain('href="https://senda.uy/reset?a=1&amp;b=2"')
  expect(text).toContain('https://senda.uy/reset?a=1&b=2')
})

test('a code is shown in two halves that stay on one line', () => {
  const { html, text } = mailLayout({ ...parts, code: { label: 'O escribe este código:', digits: '012345' } })
  expect(html).toMatch(/white-space: nowrap">012 345</)
  expect(text).toContain('O escribe este código:\n012 345\n')
})

test('markup that a user typed is shown as text', () => {
  const { html } = mailLayout({ subject: '<img src=x onerror=alert(1)>', paragraphs: ['"><script>alert(1)</script>'] })
  expect(html).not.toMatch(/<img|<script/)
})

test('a mail without action, code and footnote has no trace of them', () => {
  const { html, text } = mailLayout({ subject: 'Listo', paragraphs: ['Tu cuenta está lista.'] })
  expect(html).not.toMatch(/<a |undefined|object Promise/)
  expect(text).toBe('Listo\n\nTu cuenta está lista.\n\nSenda\n')
})
