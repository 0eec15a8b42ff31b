import { type FocusEvent, type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef, useState } from 'react'

const gap = 6
const margin = 8

/** Positions the panel under its button, or above it where there is more space, always on the screen. */
function place(panel: HTMLElement, trigger: HTMLElement) {
  panel.style.maxHeight = ''
  const from = trigger.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = panel
  const below = innerHeight - from.bottom - gap - margin
  const above = from.top - gap - margin
  const upwards = height > below && above > below
  panel.style.maxHeight = `${upwards ? above : below}px`
  panel.style.left = `${Math.max(margin, Math.min(from.right - width, document.documentElement.clientWidth - margin - width))}px`
  panel.style.top = `${upwards ? from.top - gap - Math.min(height, above) : from.bottom + gap}px`
}

/**
 * A panel attached to a button: in the browser's top layer, closed by Escape, by a press elsewhere
 * and when the focus leaves. Spread the props on the two elements; render the panel only while `open`.
 */
export function usePanel() {
  const trigger = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const byKeyboard = useRef(false)

  useLayoutEffect(() => {
    const { current: box } = panel
    const { current: button } = trigger
    if (!open || !box || !button) return
    // Without the popover attribute, a browser renders it in place, which is sufficient.
    box.showPopover?.()
    place(box, button)
    const first = byKeyboard.current ? box.querySelector<HTMLElement>('[role=menuitem]') : null
    ;(first ?? box).focus({ preventScroll: true })

    const listening = new AbortController()
    const { signal } = listening
    const updatePlace = () => place(box, button)
    addEventListener('resize', updatePlace, { signal })
    addEventListener('scroll', updatePlace, { signal, capture: true, passive: true })
    addEventListener(
      'pointerdown',
      ({ target }) => {
        if (target instanceof Node && !box.contains(target) && !button.contains(target)) setOpen(false)
      },
      { signal, capture: true },
    )
    return () => listening.abort()
  }, [open])

  function close() {
    setOpen(false)
    trigger.current?.focus({ preventScroll: true })
  }

  return {
    open,
    close,
    triggerProps: {
      ref: trigger,
      'aria-expanded': open,
      onClick(event: MouseEvent) {
        byKeyboard.current = event.detail === 0
        setOpen(!open)
      },
    },
    panelProps: {
      ref: panel,
      // A browser hides a panel with the attribute until the function shows it. The server has neither.
      popover: open && 'showPopover' in HTMLElement.prototype ? ('manual' as const) : undefined,
      tabIndex: -1,
      onKeyDown(event: KeyboardEvent) {
        if (event.key !== 'Escape') return
        // Only this panel closes, not a dialog around it.
        event.stopPropagation()
        close()
      },
      onBlur({ currentTarget, relatedTarget }: FocusEvent) {
        if (
          relatedTarget instanceof Node &&
          !currentTarget.contains(relatedTarget) &&
          relatedTarget !== trigger.current
        )
          setOpen(false)
      },
    },
  }
}

export const panelClass =
  'fixed inset-auto m-0 max-w-[calc(100vw-1rem)] animate-rise overflow-y-auto rounded-card border border-line bg-panel text-ink shadow-float'
