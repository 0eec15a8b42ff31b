import { Suspense, useEffect, useEffectEvent } from 'react'
import { buttonClass } from '#web/ui/button-class.ts'
import { preloadDialog } from '#web/ui/dialog.tsx'
import { keyOf } from '#web/ui/key-of.ts'
import { type LazySection, Part } from '#web/ui/lazy-section.ts'
import { useDialogState } from '#web/ui/use-dialog-state.ts'
import Search from '~icons/lucide/search'

import type { WorkSection } from '../work-section.ts'

export type PaletteProps = { open: boolean; onClose: () => void; sections: readonly WorkSection[] }

export type PaletteButtonProps<Own extends object> = {
  palette: LazySection<PaletteProps & Own>
  sections: readonly WorkSection[]
  own: Own
  /** Only the icon, where the toolbar is full. */
  isCompact?: boolean
}

/** Opens the palette, also by Ctrl-K or ⌘K from everywhere on the page; its code loads with the first press or hover. */
export function PaletteButton<Own extends object>({
  palette,
  sections,
  own,
  isCompact = false,
}: PaletteButtonProps<Own>) {
  const dialog = useDialogState<true>()
  const preload = () => {
    preloadDialog()
    palette.preload()
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isShortcut = keyOf(event) === 'k' && event.ctrlKey !== event.metaKey && !event.altKey
    if (!isShortcut || event.shiftKey || event.defaultPrevented) return
    // Over a dialog the palette stays closed, because it would cover a draft; the browser's own search never opens.
    event.preventDefault()
    if (document.querySelector('[role=dialog], [role=alertdialog]') === null) dialog.show(true)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])

  // Loaded early, so that the palette's field receives what the user types right after the shortcut.
  const preloadAtRest = useEffectEvent(preload)
  useEffect(() => {
    const timer = setTimeout(() => preloadAtRest(), 500)
    return () => clearTimeout(timer)
  }, [])

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title="Buscar (Ctrl-K)"
        onFocus={preload}
        onPointerEnter={preload}
        onClick={() => dialog.show(true)}
        className={buttonClass({ variant: 'quiet', className: 'min-w-11 px-2.5' })}
      >
        <Search aria-hidden="true" className="size-5" />
        <span className={isCompact ? 'sr-only' : 'max-sm:sr-only'}>Buscar</span>
        {!isCompact && (
          <span
            aria-hidden="true"
            className="rounded-[0.375rem] border border-line px-1.5 font-sans text-sm font-normal text-ink-soft max-lg:hidden"
          >
            Ctrl K
          </span>
        )}
      </button>
      <Suspense>
        {dialog.subject && (
          <Part
            key={dialog.key}
            part={palette}
            props={{ open: dialog.isOpen, onClose: dialog.close, sections, ...own }}
          />
        )}
      </Suspense>
    </>
  )
}
