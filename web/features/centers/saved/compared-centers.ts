import { useSyncExternalStore } from 'react'
import { maxCompared } from '#contract/favorite-limits.ts'

/** The centres that a visitor has chosen to compare, in the order of their choice, until they leave this visit. */
export type ComparedCenter = { centerId: string; name: string }

const none: readonly ComparedCenter[] = []
let chosen = none
const listeners = new Set<() => void>()

export function useComparedCenters(): readonly ComparedCenter[] {
  return useSyncExternalStore(subscribe, readComparedCenters, () => none)
}

export const readComparedCenters = () => chosen

/** Adds the centre or takes it out. @returns false when as many are chosen as can be compared */
export function toggleCompared({ centerId, name }: ComparedCenter): boolean {
  const others = chosen.filter((item) => item.centerId !== centerId)
  if (others.length === chosen.length && others.length >= maxCompared) return false
  publish(others.length < chosen.length ? others : [...others, { centerId, name }])
  return true
}

export function clearCompared(): void {
  publish(none)
}

function publish(next: readonly ComparedCenter[]): void {
  chosen = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
