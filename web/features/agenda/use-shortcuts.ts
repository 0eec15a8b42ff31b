import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

import { keyOf } from '#web/ui/key-of.ts'

import type { ShowDialog } from './agenda-dialog.ts'
import { weekView } from './agenda-search.ts'
import type { AgendaPlace } from './use-agenda-place.ts'

export const shortcuts = [
  { keys: ['N'], label: 'Nueva cita' },
  { keys: ['/'], label: 'Buscar a una persona' },
  { keys: ['Ctrl', 'K'], label: 'Buscar en todo el centro' },
  { keys: ['T'], label: 'Ir a hoy' },
  { keys: ['←', '→'], label: 'Día o semana anterior y siguiente' },
  { keys: ['D'], label: 'Ver el día' },
  { keys: ['S'], label: 'Ver la semana' },
  { keys: ['?'], label: 'Mostrar esta ayuda' },
] as const

const storageKey = 'senda.agenda-shortcuts'
const listeners = new Set<() => void>()

/** Single-key shortcuts interfere with speech input, so a user can turn them off in this browser (WCAG 2.1.4). */
export function useShortcutsSwitch(): [boolean, (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    areShortcutsOn,
    () => true,
  )
  return [isOn, switchShortcuts]
}

function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

function switchShortcuts(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'off')
  } catch {
    // Without storage they stay on.
  }
  for (const listener of listeners) listener()
}

export function useShortcuts({ place, show, isActive }: { place: AgendaPlace; show: ShowDialog; isActive: boolean }) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isActive || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (!areShortcutsOn() || belongsToTarget(event)) return
    const action = actionOf({ key: keyOf(event), place, show })
    if (!action) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

function actionOf({
  key,
  place,
  show,
}: {
  key: string
  place: AgendaPlace
  show: ShowDialog
}): (() => void) | undefined {
  switch (key) {
    case 'n':
      return () => show({ kind: 'book' })
    case '/':
      return () => show({ kind: 'find' })
    case '?':
      return () => show({ kind: 'shortcuts' })
    case 't':
      return () => place.go({ fecha: place.today })
    case 'd':
      return () => place.go({ vista: undefined })
    case 's':
      return () => place.go({ vista: weekView })
    case 'arrowleft':
      return place.previous
    case 'arrowright':
      return place.next
    default:
      return undefined
  }
}

const withoutText = ['checkbox', 'radio', 'range', 'button', 'submit', 'reset', 'file', 'color', 'image']
const withArrows = ['radio', 'range']

/** Whether the focused control uses the key itself: a text field, a choice that arrow keys change, a menu. */
function belongsToTarget(event: KeyboardEvent): boolean {
  const { target } = event
  if (!(target instanceof Element)) return false
  if (target instanceof HTMLInputElement && withoutText.includes(target.type)) {
    return withArrows.includes(target.type) && keyOf(event).startsWith('arrow')
  }
  return target.closest('input, textarea, select, [contenteditable], [role=dialog], [role=menu]') !== null
}
