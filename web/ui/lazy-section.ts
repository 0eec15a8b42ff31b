import { type ComponentType, createElement, type LazyExoticComponent, lazy, useState } from 'react'

import { loadWithRetry } from './load-with-retry.ts'
import { toast } from './toast.ts'

/** A part of a page whose code loads when it is first shown, or before that with `preload`. */
export type LazySection<Props extends object> = {
  preload: () => void
  /** Undefined until the code is loaded. */
  loaded: () => ComponentType<Props> | undefined
  Later: ComponentType<Props>
}

/**
 * A component whose code loads when it is first shown. React's `lazy` keeps a failure until the page reloads, so only this
 * function calls it, and tries until the code arrives.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await loadWithRetry(load, { onFailure: reportFailure }) }))
}

function reportFailure(): void {
  const description = 'No pudimos cargar esta parte: seguimos intentándolo. Si dura, revisa tu conexión.'
  toast({ kind: 'destructive', title: 'Error', description })
}

export function lazySection<Props extends object>(load: () => Promise<ComponentType<Props>>): LazySection<Props> {
  let loaded: ComponentType<Props> | undefined
  async function start() {
    loaded ??= await load()
    return loaded
  }
  return {
    // A failure shows when the part is rendered.
    preload: () => void start().catch(() => undefined),
    loaded: () => loaded,
    Later: lazyPart(start),
  }
}

/**
 * Renders a section, without Suspense once its code is loaded, because React shows a fallback for at least 300 ms. Give it a
 * key that differs between sections.
 */
export function Part<Props extends object>({ part, props }: { part: LazySection<Props>; props: Props }) {
  // Chosen once, because another element type would remount the part.
  const [Shown] = useState(() => part.loaded() ?? part.Later)
  return createElement(Shown, props)
}
