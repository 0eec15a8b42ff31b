import { expect } from 'vitest'
import { z } from 'zod'

import { isTied, messagesBeside } from './screen.tsx'

/** Every path that a schema can refuse: fields, fields of groups, entries of lists (`specialties.3`). */
export function pathsOf(schema: z.core.$ZodType): string[] {
  return [
    ...new Set(
      fieldsOf(schema).flatMap(([name, field]) => [name, ...pathsBelow(field).map((path) => `${name}.${path}`)]),
    ),
  ]
}

function pathsBelow(field: z.core.$ZodType): string[] {
  const schema = unwrapped(field)
  if (schema instanceof z.ZodArray) {
    return [0, 3].flatMap((index) => [`${index}`, ...pathsBelow(schema.element).map((path) => `${index}.${path}`)])
  }
  return pathsOf(schema)
}

function fieldsOf(schema: z.core.$ZodType): [string, z.core.$ZodType][] {
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(fieldsOf)
  if (schema instanceof z.ZodIntersection) return [...fieldsOf(schema.def.left), ...fieldsOf(schema.def.right)]
  const inner = unwrapped(schema)
  return inner === schema ? [] : fieldsOf(inner)
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodPipe) return unwrapped(schema.in)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
    return unwrapped(schema.unwrap())
  }
  return schema
}

type RefusedField = { path: string; message: string }

/**
 * The message is on the screen: beside its visible field and tied to it, otherwise in an alert or beside the group
 * of the field. `renamed`: the form's names for paths with another name.
 */
export function expectMessageBeside({ path, message }: RefusedField, renamed: Record<string, string> = {}): void {
  expect(document.body.textContent, path).toContain(message)
  const control = controlOf(path, renamed)
  if (!control) {
    expect(isTied(message), `${path}: the message is an alert or describes something`).toBe(true)
    return
  }
  expect(messagesBeside(control.name), path).toContain(message)
  // The boxes of one group share its message, and a group is not a control.
  const isInGroup = control.type === 'checkbox' && !control.getAttribute('aria-describedby')?.includes('-error')
  if (!isInGroup) expect(control.getAttribute('aria-invalid'), `${path}: marked as invalid`).toBe('true')
}

/** The control of a path: its own, or the control of the list or group around it. */
function controlOf(path: string, renamed: Record<string, string>): HTMLInputElement | undefined {
  const parts = path.split('.')
  for (let length = parts.length; length > 0; length -= 1) {
    const part = parts.slice(0, length).join('.')
    const [first = '', ...rest] = part.split('.')
    const names = [renamed[part], [renamed[first] ?? first, ...rest].join('.')]
    for (const name of names) {
      const control = name && document.querySelector<HTMLInputElement>(`[name="${CSS.escape(name)}"]`)
      if (control) return control
    }
  }
  return undefined
}
