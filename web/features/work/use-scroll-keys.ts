import { type RefObject, useEffect } from 'react'

/** How far a key scrolls, in heights of the area; Home and End go to its ends. */
const steps: Record<string, number> = { PageDown: 0.9, PageUp: -0.9, ' ': 0.9, ArrowDown: 0.08, ArrowUp: -0.08 }
const ends: Record<string, 'start' | 'end'> = { Home: 'start', End: 'end' }
/** These use such keys themselves, or lie above the area. */
const withOwnKeys =
  'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=grid]'
const controls = 'a, button, summary, label'

/**
 * The keys that scroll a page also scroll this area while the focus is outside of it: on the navigation, the toolbar or the
 * page itself. Inside the area the browser scrolls it.
 */
export function useScrollKeys(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { current: box } = area
      if (!box || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const top = scrollTopAfter({ event, box })
      if (top === undefined) return
      event.preventDefault()
      box.scrollTo({ top })
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [area])
}

function scrollTopAfter({ event, box }: { event: KeyboardEvent; box: HTMLElement }): number | undefined {
  const { target, key, shiftKey } = event
  if (!(target instanceof Element) || target.closest(withOwnKeys) || box.contains(target)) return undefined
  // On a low window the page itself scrolls.
  if (box.scrollHeight <= box.clientHeight) return undefined
  const isPageKey = key === 'PageDown' || key === 'PageUp'
  if (!isPageKey && target.closest(controls)) return undefined
  const end = ends[key]
  if (end) return end === 'start' ? 0 : box.scrollHeight
  const step = steps[key]
  return step === undefined ? undefined : box.scrollTop + step * box.clientHeight * (key === ' ' && shiftKey ? -1 : 1)
}
