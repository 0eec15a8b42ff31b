import { type ComponentType, createElement, lazy, useState } from 'react'

/** A part of a page whose code loads when it is first shown, or before that when somebody is about to. */
export type LazySection<Props extends object> = {
  preload: () => void
  /** Once it is there. */
  loaded: () => ComponentType<Props> | undefined
  Later: ComponentType<Props>
}

export function lazySection<Props extends object>(load: () => Promise<ComponentType<Props>>): LazySection<Props> {
  let loaded: ComponentType<Props> | undefined
  async function start() {
    loaded ??= await load()
    return loaded
  }
  return {
    // Whether it came is seen when it is shown.
    preload: () => void start().catch(() => undefined),
    loaded: () => loaded,
    Later: lazy(async () => ({ default: await start() })),
  }
}

/**
 * Draws it: at once when it is there already, as React shows a fallback for 300 ms however short the wait is. Give it a key
 * that tells one part from another.
 */
export function Part<Props extends object>({ part, props }: { part: LazySection<Props>; props: Props }) {
  // Chosen once: another element in its place would begin anew.
  const [Shown] = useState(() => part.loaded() ?? part.Later)
  return createElement(Shown, props)
}
