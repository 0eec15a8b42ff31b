import { type RefObject, useLayoutEffect } from 'react'

import { coveredBy, type Obstacle, placeToast } from './toast-place.ts'

/** The launcher of the support panel counts as a bar: its own failure is told in a toast, and it is pressed again. */
const bars = '[data-sticky-bar], [data-bottom-bar], [data-launcher], [data-toast]'
const fields = 'input:not([type=hidden]), select, textarea, [contenteditable=true], label'
/** Pressing again is what most errors ask for. */
const firm = `body > senda-page > header, [role=timer], [role=alert], [aria-invalid=true], ${fields}, button[type=submit], [role=menu], [role=listbox]`
const soft = 'a[href], button, [role=button], summary, h1'
const dialogs = '[role=dialog], [role=alertdialog]'
const recheckMs = 120
/** Two bars may be at the end of the window, one above the other. */
const endPx = 160

/** Positions a toast where it covers no field, error, timer or bar, also when the page changes or scrolls. */
export function useToastPlace(card: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = card.current
    if (!element) return undefined
    place(element)
    let timer: ReturnType<typeof setTimeout> | undefined
    const recheck = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        if (covers(element)) place(element)
      }, recheckMs)
    }
    const changes = new MutationObserver(recheck)
    changes.observe(document.body, { childList: true, subtree: true, attributes: true })
    addEventListener('scroll', recheck, { capture: true, passive: true })
    addEventListener('transitionend', recheck)
    const onResize = () => place(element)
    addEventListener('resize', onResize)
    return () => {
      clearTimeout(timer)
      changes.disconnect()
      removeEventListener('scroll', recheck, { capture: true })
      removeEventListener('transitionend', recheck)
      removeEventListener('resize', onResize)
    }
  }, [card])
}

function place(card: HTMLElement): void {
  const { left, top } = placeToast({
    size: { width: card.offsetWidth, height: card.offsetHeight },
    viewport: viewport(),
    obstacles: obstaclesOf(card),
  })
  card.style.left = `${left}px`
  card.style.top = `${top}px`
}

function covers(card: HTMLElement): boolean {
  const rect = { left: card.offsetLeft, top: card.offsetTop, width: card.offsetWidth, height: card.offsetHeight }
  // Offsets are whole pixels and layout positions are not, so an obstacle that is near counts, too.
  return coveredBy({ rect, obstacles: obstaclesOf(card).filter(({ isFirm }) => isFirm), apartPx: 2 }) > 0
}

const viewport = () => ({ width: document.documentElement.clientWidth, height: innerHeight })

/** With an open dialog only the dialog and other toasts are obstacles, because nothing else can be pressed. */
function obstaclesOf(card: HTMLElement): Obstacle[] {
  const dialog = [...document.querySelectorAll(dialogs)].at(-1)
  const inDialog = (selector: string) => [...(dialog ?? document).querySelectorAll(selector)]
  const ofDialog = dialog ? [...dialog.querySelectorAll('h2, button')] : []
  const barsOf = dialog
    ? [...dialog.querySelectorAll(':scope > footer'), ...document.querySelectorAll('[data-toast]')]
    : document.querySelectorAll(bars)
  return [
    ...[...barsOf].map((element) => ({ element, isFirm: true, isBar: true })),
    ...[...inDialog(firm), ...ofDialog].map((element) => ({ element, isFirm: true, isBar: false })),
    ...inDialog(soft).map((element) => ({ element, isFirm: false, isBar: false })),
  ].flatMap(({ element, isFirm, isBar }) => {
    if (card.contains(element)) return []
    // A toast's own buttons belong to the toast.
    if (element.closest('[data-toast]') && !element.matches('[data-toast]')) return []
    // The links of a closed menu have a size, too.
    if (!isVisible(element)) return []
    const { left, top, width, height } = element.getBoundingClientRect()
    const isOnScreen = width > 2 && height > 2 && top < innerHeight && top + height > 0
    // On a wide screen, the same bars stand within the page.
    const isAtEnd = top + height > innerHeight - endPx || element.matches('[data-toast]')
    return isOnScreen ? [{ left, top, width, height, isFirm, isBar: isBar && isAtEnd }] : []
  })
}

/** Reads the computed style in Safari before 17.4, which has no `checkVisibility`. */
function isVisible(element: Element): boolean {
  return element.checkVisibility?.() ?? getComputedStyle(element).visibility === 'visible'
}
