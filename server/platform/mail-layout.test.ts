import { expect, test } from 'vitest'
import { brand } from '#contract/brand.ts'
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
  const foot = `—\nNo leemos las respuestas a este correo. Si necesitas algo, escríbenos a ${brand.email}.`
  expect(text).toBe(`Listo\n\nTu cuenta está lista.\n\n${foot}\n\nSenda\n`)
})

test('a mail says that replies are not read, and where to write instead', () => {
  const link = { label: 'Escribirle al centro', url: 'https://senda.uy/chat?to=1&as=2' }
  const { html, text } = mailLayout({ ...parts, writing: { sentence: 'Al centro le escribes por Senda.', link } })
  expect(html).toContain('No leemos las respuestas a este correo. Al centro le escribes por Senda.')
  expect(html).toContain('href="https://senda.uy/chat?to=1&amp;as=2"')
  expect(text).toContain('No leemos las respuestas a este correo. Al centro le escribes por Senda.')
  expect(text).toContain(`${link.label}:\n${link.url}`)
})

test('a mail to which the reader replies does not say that replies are not read', () => {
  const { html, text } = mailLayout({ ...parts, writing: 'by reply' })
  expect(html + text).not.toContain('No leemos')
})

test('an appointment is a tile with its day beside its hour and lines, and the plain text says the same', () => {
  const startsAt = new Date('2026-11-20T17:30:00Z')
  const visit = { startsAt, start: 'Viernes, 20 de noviembre, 14:30', lines: ['Con Ana, en Centro', 'Sarandí 468'] }
  const { html, text } = mailLayout({ ...parts, visit })
  for (const shown of ['vie', '20', 'nov', 'Con Ana, en Centro', 'Sarandí 468']) expect(html).toContain(`>${shown}<`)
  expect(html).toMatch(/>14:30 <span[^>]*>hora de Uruguay</)
  expect(text).toContain('Viernes, 20 de noviembre, 14:30\n\nCon Ana, en Centro\n\nSarandí 468\n\nHola, Lucía')
})
