// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'

import { noteTyping } from './noted-typing.ts'
import { fillTyped, readTyped } from './typed-text.ts'

noteTyping()

function type(selector: string, value: string): void {
  const field = document.querySelector<HTMLInputElement>(selector)
  if (!field) throw new Error(selector)
  field.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const form = `
  <label>Nombre <input name="name" value="Ana"></label>
  <label>Consulta <textarea name="text"></textarea></label>
  <label>Contraseña <input name="password" type="password"></label>
  <label>Tarjeta <input name="card" autocomplete="cc-number"></label>
  <label>Correo <input name="email"></label>`

const valueIn = (selector: string) => document.querySelector<HTMLInputElement>(selector)?.value

beforeEach(() => {
  document.body.innerHTML = form
})

test('a field that the form filled itself is not what the visitor typed, and one that they changed is put back over that value', () => {
  const fillAsForm = () => {
    for (const [name, value] of [
      ['email', 'ana@ejemplo.uy'],
      ['text', 'Hola'],
    ] as const) {
      const field = document.querySelector<HTMLInputElement>(`[name=${name}]`)
      if (field) field.value = value
    }
  }
  fillAsForm()
  type('[name=text]', 'No encuentro mi reserva')
  const typed = readTyped()
  expect(typed.map(({ value, before }) => [value, before])).toEqual([['No encuentro mi reserva', 'Hola']])
  document.body.innerHTML = form
  fillAsForm()
  expect(fillTyped(typed)).toEqual([])
  expect(valueIn('[name=text]')).toBe('No encuentro mi reserva')
})

test('what the visitor typed is put back into the same fields, without passwords and cards', () => {
  type('[name=text]', 'No encuentro mi reserva')
  type('[name=password]', 'Senda-2026!')
  type('[name=card]', '4111 1111 1111 1111')
  const typed = readTyped()
  expect(JSON.stringify(typed)).not.toMatch(/Senda-2026|4111/)

  document.body.innerHTML = form
  const heard: string[] = []
  document.body.addEventListener('input', ({ target }) => heard.push((target as HTMLInputElement).name))
  expect(fillTyped(typed)).toEqual([])
  expect(valueIn('[name=text]')).toBe('No encuentro mi reserva')
  expect(valueIn('[name=name]')).toBe('Ana')
  expect(heard).toEqual(['text'])
})

test('a field that has another value by now keeps it', () => {
  type('[name=name]', 'Ana Suárez')
  type('[name=email]', 'ana@ejemplo.uy')
  const typed = readTyped()

  document.body.innerHTML = form.replace('value="Ana"', 'value="Bruno"')
  type('[name=email]', 'otra@ejemplo.uy')
  fillTyped(typed)
  expect(valueIn('[name=name]')).toBe('Bruno')
  expect(valueIn('[name=email]')).toBe('otra@ejemplo.uy')
})

test('the text of a dialog waits until the dialog of the same subject is open again', () => {
  const dialog = (subject: string) =>
    `<div role="dialog" aria-labelledby="t"><h2 id="t">Escribir a ${subject}</h2><textarea name="note"></textarea></div>`
  document.body.innerHTML = dialog('Ana')
  type('[name=note]', 'Trae los estudios')
  const typed = readTyped()

  document.body.innerHTML = form
  expect(fillTyped(typed)).toEqual(typed)
  document.body.innerHTML = dialog('Bruno')
  expect(fillTyped(typed)).toEqual(typed)
  expect(valueIn('[name=note]')).toBe('')
  document.body.innerHTML = dialog('Ana')
  expect(fillTyped(typed)).toEqual([])
  expect(valueIn('[name=note]')).toBe('Trae los estudios')
})
