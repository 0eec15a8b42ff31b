import { afterEach, expect, test } from 'vitest'

import { dismissToast, toast, toastStore } from './toast.ts'

const shown = () => toastStore.getSnapshot().map(({ title, description }) => `${title}: ${description ?? ''}`)

afterEach(() => {
  for (const { id } of toastStore.getSnapshot()) dismissToast(id)
})

test('a toast that repeats replaces the earlier one', () => {
  toast({ kind: 'success', title: 'Cita agendada', description: 'Delia, a las 9:00' })
  toast({ kind: 'success', title: 'Guardado' })
  toast({ kind: 'success', title: 'Cita agendada', description: 'Omar, a las 9:30' })
  expect(shown()).toEqual(['Guardado: ', 'Cita agendada: Omar, a las 9:30'])
})

test('two different errors are both shown, and the same error is shown once', () => {
  toast({ kind: 'destructive', title: 'Error', description: 'Sin conexión' })
  toast({ kind: 'destructive', title: 'Error', description: 'Ese horario ya no está' })
  toast({ kind: 'destructive', title: 'Error', description: 'Sin conexión' })
  expect(shown()).toEqual(['Error: Ese horario ya no está', 'Error: Sin conexión'])
})

test('a toast that the repeated one replaced can be closed by its own id without closing the newer one', () => {
  const first = toast({ title: 'Copiado' })
  toast({ title: 'Copiado' })
  dismissToast(first)
  expect(shown()).toEqual(['Copiado: '])
})
