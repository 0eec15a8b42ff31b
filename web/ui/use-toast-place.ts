import { type RefObject, useLayoutEffect } from 'react'

import { coveredBy, type Obstacle, placeToast } from './toast-place.ts'

const firm =
  'body > senda-page > header, h1, [role=timer], [data-sticky-bar], button, [role=button], [role=menuitem], [role=option], [role=tab], summary, a.rounded-control, [data-toast]'
const soft = 'a[href], input, select, textarea, label'
const dialogs = '[role=dialog], [role=alertdialog]'
const recheckMs = 120

/** Positions a toast where it covers no title, timer or button, also when the page changes or scrolls. */
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
  const titles = dialog ? [...dialog.querySelectorAll('h2'), ...document.querySelectorAll('[data-toast]')] : []
  return [
    ...[...inDialog(firm), ...titles].map((element) => ({ element, isFirm: true })),
    ...inDialog(soft).map((element) => ({ element, isFirm: false })),
  ].flatMap(({ element, isFirm }) => {
    if (card.contains(element)) return []
    // A toast's own buttons belong to the toast.
    if (element.closest('[data-toast]') && !element.matches('[data-toast]')) return []
    // The links of a closed menu have a size, too.
    if (!isVisible(element)) return []
    const { left, top, width, height } = element.getBoundingClientRect()
    const isOnScreen = width > 2 && height > 2 && top < innerHeight && top + height > 0
    return isOnScreen ? [{ left, top, width, height, isFirm }] : []
  })
}

/** Reads the computed style in Safari before 17.4, which has no `checkVisibility`. */
function isVisible(element: Element): boolean {
  return element.checkVisibility?.() ?? getComputedStyle(element).visibility === 'visible'
}
